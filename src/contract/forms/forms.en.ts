import { advocacyService } from './advocacy-service.en.ts'
import type { Form } from './form.ts'
import { housingConsultation } from './housing-consultation.en.ts'
import { housingSupportSupplement } from './housing-support-supplement.en.ts'
import { housingSustaining } from './housing-sustaining.en.ts'
import { housingTransition } from './housing-transition.en.ts'
import { movingAssistance } from './moving-assistance.en.ts'
import { clientBlock, closingBlock, officeBlock } from './shared-blocks.en.ts'

/** Every form of the organization, one for each service page, with what all forms share around its own sections. */
export const forms: readonly Form[] = [
  housingConsultation,
  housingTransition,
  housingSupportSupplement,
  housingSustaining,
  movingAssistance,
  advocacyService,
].map((form) => ({ ...form, sections: [clientBlock, ...form.sections, closingBlock, officeBlock] }))
