import { isCalendarDate } from '#contract/calendar-date.ts'

/** A parsed client search. */
export interface SearchTerms {
  /**
   * Each has to be part of the name. A `literal` word has no letter or digit and is compared as it is; a `long` one can use
   * the trigram index.
   */
  words: { text: string; kind: 'short' | 'long' | 'literal' }[]
  /** Digits that may also be part of the phone number. */
  phone?: string
  /** 'YYYY-MM-DD'. Clients with this birth date match, too. */
  birthDate?: string | undefined
}

/** Shorter parts are so common that the index by name finds them faster than the trigram index. */
const longWord = /[\p{L}\p{N}]{4}/u

/** Modifier letters, such as the okina, count as apostrophes. */
const letterOrDigit = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u

const minDigits = 4

export function readSearch(text: string): SearchTerms {
  const words = text.split(/\s+/).filter(Boolean)
  return {
    words: [...new Set(words)].map((word) => ({ text: word, kind: kindOf(word) })),
    ...phoneIn(text),
    birthDate: birthDateIn(text.trim()),
  }
}

function kindOf(word: string): SearchTerms['words'][number]['kind'] {
  if (!letterOrDigit.test(word)) return 'literal'
  return longWord.test(word) ? 'long' : 'short'
}

/** '(612) 555-01' and '+1 612 555' as phone numbers are stored: digits, without the country code. */
function phoneIn(text: string): Pick<SearchTerms, 'phone'> {
  if (!/^[\d\s()+./\p{Pd}]+$/u.test(text)) return {}
  const digits = text.replace(/\D/g, '')
  const isWithCountry = text.trim().startsWith('+1') || /^1\d{10}$/.test(digits)
  return digits.length >= minDigits ? { phone: isWithCountry ? digits.slice(1) : digits } : {}
}

/** '2/9/1990' and '1990-02-09' → '1990-02-09'. */
function birthDateIn(text: string): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const date = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isCalendarDate(date) ? date : undefined
}
