import { publicPaths } from '#contract/paths.ts'

/** The services that have a page, in the order of the overview, by their names in `publicPaths`. */
export const serviceKeys = [
  'housingConsultant',
  'housingTransition',
  'housingSustaining',
  'movingAssistance',
  'housingSupportSupplement',
  'additionalServices',
] as const satisfies readonly (keyof typeof publicPaths)[]

export type ServiceKey = (typeof serviceKeys)[number]

export const servicePath = (key: ServiceKey) => publicPaths[key]
