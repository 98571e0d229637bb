import { isCalendarDate } from '#contract/calendar-date.ts'

/** What somebody typed into the search of clients. */
export interface SearchTerms {
  /**
   * Each has to be a part of the name. A `literal` one has no letter or digit and is compared as it is; a `long` one can be
   * looked up in the index of three-letter pieces.
   */
  words: { text: string; kind: 'short' | 'long' | 'literal' }[]
  /** Digits that may also be part of the phone number. */
  phone?: string
  /** 'YYYY-MM-DD': who was born that day is found, too. */
  birthDate?: string | undefined
}

/** Parts of three letters are so common that the order by name leads to them sooner than their index. */
const longWord = /[\p{L}\p{N}]{4}/u

/** Modifier letters alone, such as the okina, are apostrophes to the search. */
const letterOrDigit = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u

const fewestDigits = 4

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
  return digits.length >= fewestDigits ? { phone: isWithCountry ? digits.slice(1) : digits } : {}
}

/** '2/9/1990' and '1990-02-09' → '1990-02-09'. */
function birthDateIn(text: string): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const date = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isCalendarDate(date) ? date : undefined
}
