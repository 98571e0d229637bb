import { z } from 'zod'
import { lengths } from '#contract/lengths.ts'
import { serviceKeys } from '#contract/services/service-keys.ts'
import { deckKey } from '#contract/training/decks.ts'
import { httpLink } from './link.ts'
import { text } from './text.ts'

/** What an operator may write about the organization. Messages finish the sentence 'The field … '. */

const longText = text(1200)

const phone = z
  .string()
  .regex(/^\(\d{3}\) \d{3}-\d{4}$/, 'must be a phone number written like (612) 555-0142')

/** Short numbers such as 911 are phone numbers, too. */
const callable = z
  .string()
  .regex(/^(\d{3}|1-\d{3}-\d{3}-\d{4})$/, 'must be a number written like 988 or 1-844-555-0100')

const email = z
  .email('must be an email address')
  .max(lengths.email, `must have at most ${lengths.email} characters`)

/** Addresses of staff who want to hear of each contact message; nothing of what it says is sent to them. */
const notified = z.strictObject({
  contactMessages: z.array(email).max(20, 'must have at most 20 addresses').optional(),
})

const timeZone = z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago')

const safetyLine = z.strictObject({
  name: text(60),
  number: callable,
  when: text(160),
  link: httpLink.optional(),
})

/** Replaces the words of the home page where the operator writes some; what is left out stays as it came. */
const homeTexts = z.strictObject({
  welcome: text(120).optional(),
  lead: text(400).optional(),
  whatWeDo: text(600).optional(),
})

const aboutTexts = z.strictObject({ whoWeAre: text(600).optional() })

/** By the service's name in `publicPaths`; those without a notice are left out. */
const notices = z.strictObject(
  Object.fromEntries(serviceKeys.map((key) => [key, longText.optional()])) as Record<
    (typeof serviceKeys)[number],
    z.ZodOptional<typeof longText>
  >,
)

/** An external page that staff use; `closed` marks what is kept for old records only, such as 'Closed October 2025'. */
const resourceLink = z.strictObject({
  title: text(100),
  url: httpLink,
  purpose: text(160),
  closed: text(60).optional(),
})

const linkList = z
  .array(resourceLink)
  .min(1, 'must have at least one link')
  .max(60, 'must have at most 60 links')

export const organizationSchema = z.strictObject({
  name: text(80),
  legalName: text(120).optional(),
  tagline: text(160),
  address: z.array(text(100)).min(1, 'must have at least one line').max(5, 'must have at most 5 lines'),
  phones: z
    .array(z.strictObject({ label: text(40), number: phone }))
    .min(1, 'must have at least one number')
    .max(6, 'must have at most 6 numbers'),
  fax: phone.optional(),
  emails: z.strictObject({ contact: email, support: email }),
  website: httpLink.optional(),
  /** Who gets a mail when something happens in the portal. */
  notify: notified.optional(),
  timeZone: timeZone.default('America/Chicago'),
  safetyLines: z.array(safetyLine).min(1, 'must have at least one line').max(8, 'must have at most 8 lines'),
  /** What the portal's link pages show, in this order (§2). */
  links: z.strictObject({ resources: linkList, admin: linkList }),
  /** Shown instead of our own slide decks (decision 29). */
  decks: z.partialRecord(deckKey, httpLink).optional(),
  mission: longText,
  vision: longText,
  /** Shown on every service page when set, such as the end of a public programme. */
  programmeNotice: longText.optional(),
  /** Shown on the page of one service, before the one for all. */
  programmeNotices: notices.optional(),
  texts: z.strictObject({ home: homeTexts.optional(), about: aboutTexts.optional() }).optional(),
})

export type Organization = z.output<typeof organizationSchema>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
