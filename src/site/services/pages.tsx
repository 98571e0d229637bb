import { publicPaths } from '#contract/paths.ts'
import { type ServiceKey, servicePath } from '#contract/services/service-keys.ts'
import type { Page } from '#site/page.ts'
import { AdditionalBody } from './additional-body.tsx'
import { additionalServicesWording } from './additional-services.wording.en.ts'
import { housingConsultantWording } from './housing-consultant.wording.en.ts'
import { housingSupportSupplementWording } from './housing-support-supplement.wording.en.ts'
import { housingSustainingWording } from './housing-sustaining.wording.en.ts'
import { housingTransitionWording } from './housing-transition.wording.en.ts'
import { movingAssistanceWording } from './moving-assistance.wording.en.ts'
import { OverviewBody } from './overview-body.tsx'
import type { ServiceWording } from './service.ts'
import { ServiceBody } from './service-body.tsx'
import { serviceOf } from './services.ts'
import { servicesWording as wording } from './wording.en.ts'

const overview: Page = {
  path: publicPaths.services,
  title: ({ name }) => wording.title(name),
  description: ({ name }) => wording.description(name),
  Body: OverviewBody,
}

function pageOf(key: ServiceKey, description: (name: string) => string, Body: Page['Body']): Page {
  return {
    path: servicePath(key),
    title: ({ name }) => wording.page.title(wording.titles[key], name),
    description: ({ name }) => description(name),
    Body,
    scripts: ['forms'],
  }
}

function servicePage(key: ServiceKey, words: ServiceWording, neighbors: readonly ServiceKey[]): Page {
  const service = serviceOf(key)
  return pageOf(key, words.description, (props) => (
    <ServiceBody {...props} service={service} words={words} neighbors={neighbors} />
  ))
}

/** The overview and a page for each service. */
export const servicePages: readonly Page[] = [
  overview,
  servicePage('housingConsultant', housingConsultantWording, [
    'housingTransition',
    'housingSustaining',
    'additionalServices',
  ]),
  servicePage('housingTransition', housingTransitionWording, [
    'housingConsultant',
    'movingAssistance',
    'housingSustaining',
  ]),
  servicePage('housingSustaining', housingSustainingWording, [
    'housingTransition',
    'housingSupportSupplement',
    'additionalServices',
  ]),
  servicePage('movingAssistance', movingAssistanceWording, [
    'housingTransition',
    'housingSustaining',
    'additionalServices',
  ]),
  servicePage('housingSupportSupplement', housingSupportSupplementWording, [
    'housingSustaining',
    'movingAssistance',
    'additionalServices',
  ]),
  pageOf('additionalServices', additionalServicesWording.description, AdditionalBody),
]
