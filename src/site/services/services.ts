import { type ServiceKey, serviceKeys } from '#contract/services/service-keys.ts'
import { KeptLease } from '#site/pictures/kept-lease.tsx'
import { MovingTruck } from '#site/pictures/moving-truck.tsx'
import { OpenDoor } from '#site/pictures/open-door.tsx'
import { Planning } from '#site/pictures/planning.tsx'
import { TwoOnABench } from '#site/pictures/two-on-a-bench.tsx'
import { WarmRoom } from '#site/pictures/warm-room.tsx'
import type { Service } from './service.ts'
import { servicesWording } from './wording.en.ts'

const pictures = {
  housingConsultant: Planning,
  housingTransition: OpenDoor,
  housingSustaining: KeptLease,
  movingAssistance: MovingTruck,
  housingSupportSupplement: WarmRoom,
  additionalServices: TwoOnABench,
} satisfies Record<ServiceKey, Service['Picture']>

export function serviceOf(key: ServiceKey): Service {
  return {
    key,
    title: servicesWording.titles[key],
    card: servicesWording.cards[key],
    Picture: pictures[key],
  }
}

/** In the order of the overview. */
export const services: readonly Service[] = serviceKeys.map(serviceOf)
