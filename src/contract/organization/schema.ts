import { z } from 'zod'
import { lengths } from '#contract/lengths.ts'
import { serviceKeys } from '#contract/services/service-keys.ts'
import { visibleCharacter } from '#contract/text.ts'
import { deckKeys } from '#contract/training/decks.ts'

/* The operator's data about the organization. Error messages continue 'The field name …'. */

/** Control characters, line separators, and characters that change the writing direction. */
const disallowed = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}]/u

/** A line of text, which may be empty. NFC makes an accented letter one code point, for which fonts have a glyph. */
export function line(longest: number) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .max(longest, `must have at most ${longest} characters`)
    .refine((value) => !disallowed.test(value), {
      error: 'must be one line without control characters or characters that change the writing direction',
      abort: true,
    })
}

function text(longest: number) {
  return line(longest)
    .min(1, { error: 'must not be empty', abort: true })
    .refine((value) => visibleCharacter.test(value), 'must have a visible character')
}

/** Only these two schemes: a `javascript:` or `data:` URL would run as code in the page. */
const scheme = /^https?:\/\//i
/** A domain name with a top-level domain; internationalized names in Punycode. */
const publicName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** An address that a visitor may open. */
const httpLink = z
  .string()
  .trim()
  .superRefine((link, context) => {
    const message = linkError(link)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Returns the first error, which continues 'The field name …'. */
function linkError(link: string): string | undefined {
  if (!scheme.test(link)) return 'must be an address that begins with https:// or http://'
  const url = /[\s\p{C}]/u.test(link) ? null : URL.parse(link)
  if (!url) return 'must be a complete address without spaces, such as https://www.example.org'
  if (url.username || url.password)
    return 'must not contain a user name or password, which the page would publish'
  if (!publicName.test(url.hostname))
    return `must be a website that visitors can reach, such as https://www.example.org, not ${url.host}`
  return undefined
}

const longText = text(1200)

const phone = z
  .string()
  .regex(/^\(\d{3}\) \d{3}-\d{4}$/, 'must be a phone number written like (612) 555-0142')

/** Short numbers such as 911 are phone numbers, too. */
export const callable = z
  .string()
  .regex(/^(\d{3}|1-\d{3}-\d{3}-\d{4})$/, 'must be a number written like 988 or 1-844-555-0100')

const email = z
  .email('must be an email address')
  .max(lengths.email, `must have at most ${lengths.email} characters`)

/** Addresses of staff who get a notice of each contact message, without its text. */
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

/** How a visitor asks for a free interpreter. `relay` is for people who can't hear or speak well. */
const interpreter = z.strictObject({ number: phone, hours: text(80), relay: callable })

/** Another body that takes complaints. */
const outsideBody = z
  .strictObject({ name: text(100), number: z.union([phone, callable]).optional(), link: httpLink.optional() })
  .refine(({ number, link }) => number ?? link, 'must have a number or a link')

/** Who takes complaints, how soon that person answers, and who else takes them. */
const complaints = z.strictObject({
  to: text(100),
  number: phone,
  email,
  answeredWithin: text(60),
  outside: z.array(outsideBody).min(1, 'must have at least one entry').max(8, 'must have at most 8 entries'),
})

/** Replaces texts of the home page; what is left out keeps the default. */
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
  /** How long an answer to a message takes, such as 'two business days'. */
  answersWithin: text(60).optional(),
  /** Who gets a mail when something happens in the portal. */
  notify: notified.optional(),
  timeZone: timeZone.default('America/Chicago'),
  safetyLines: z.array(safetyLine).min(1, 'must have at least one line').max(8, 'must have at most 8 lines'),
  /** Without it, no page speaks of an interpreter. */
  interpreter: interpreter.optional(),
  /** Without it, there is no page about complaints. */
  complaints: complaints.optional(),
  /** An unsuspicious page, for visitors who have to leave ours quickly. */
  leaveTo: httpLink.default('https://www.weather.gov/'),
  /** What the portal's link pages show, in this order. */
  links: z.strictObject({ resources: linkList, admin: linkList }),
  /** Shown instead of our own slide decks. */
  decks: z.partialRecord(z.enum(deckKeys), httpLink).optional(),
  mission: longText,
  vision: longText,
  /** Shown on every service page when set, such as the end of a public program. */
  programNotice: longText.optional(),
  /** Shown on the page of one service, before the one for all. */
  programNotices: notices.optional(),
  texts: z.strictObject({ home: homeTexts.optional(), about: aboutTexts.optional() }).optional(),
})

export type Organization = z.output<typeof organizationSchema>

/** What the operator asks of staff on one of the two training screens. */
const trainingSection = z.strictObject({
  headline: text(120),
  responsibilities: z
    .array(z.strictObject({ title: text(60), text: text(400) }))
    .min(1, 'must have at least one entry')
    .max(20, 'must have at most 20 entries'),
})

export const responsibilitiesSchema = z.strictObject({ admin: trainingSection, employee: trainingSection })

export type Responsibilities = z.output<typeof responsibilitiesSchema>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
