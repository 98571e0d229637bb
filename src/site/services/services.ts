import type { FC } from 'react'
import type { Form } from '#contract/forms/form.ts'
import { forms } from '#contract/forms/forms.en.ts'
import { type ServiceKey, serviceKeys, servicePath } from '#contract/services/service-keys.ts'
import {
  KeptLease,
  MovingTruck,
  OpenDoor,
  Planning,
  TwoOnABench,
  WarmRoom,
} from '#site/pictures/services.tsx'
import { servicesWording } from './wording.en.ts'

/** What several pages show about a service. */
export type Service = {
  /** Its name in `publicPaths` and in the organization's notices. */
  key: ServiceKey
  path: string
  title: string
  card: string
  Picture: FC<{ label?: string }>
  form: Form
}

const pictures = {
  housingConsultant: Planning,
  housingTransition: OpenDoor,
  housingSustaining: KeptLease,
  movingAssistance: MovingTruck,
  housingSupportSupplement: WarmRoom,
  additionalServices: TwoOnABench,
} satisfies Record<ServiceKey, Service['Picture']>

export function serviceOf(key: ServiceKey): Service {
  const path = servicePath(key)
  const form = forms.find(({ service }) => service === path)
  if (!form) throw new Error(`No form belongs to ${path}.`)
  return {
    key,
    path,
    title: servicesWording.titles[key],
    card: servicesWording.cards[key],
    Picture: pictures[key],
    form,
  }
}

/** In the order of the overview. */
export const services: readonly Service[] = serviceKeys.map(serviceOf)
