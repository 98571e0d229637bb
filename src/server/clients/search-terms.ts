import { isCalendarDate } from '#contract/calendar-date.ts'
import { searchWords } from '#server/database/search-words.ts'

/** A parsed client search. */
export interface SearchTerms {
  /** Each has to be part of the name. A `long` one can use the trigram index. */
  words: { text: string; isLong: boolean }[]
  /** What is searched for literally, instead of words. */
  signs: string[]
  /** Digits that may also be part of the phone number. */
  phone?: string
  /** 'YYYY-MM-DD'. Clients with this birth date match, too. */
  birthDate?: string | undefined
}

/** Shorter parts have no trigram; the index by name finds them. */
const longWord = /[\p{L}\p{N}]{3}/u

const minDigits = 4

export function readSearch(text: string): SearchTerms {
  const { words, signs } = searchWords(text)
  return {
    words: words.map((word) => ({ text: word, isLong: longWord.test(word) })),
    signs,
    ...phoneIn(text),
    birthDate: birthDateIn(text.trim()),
  }
}

/** '(612) 555-01' and '+1 612 555' as phone numbers are stored: digits, without the country code. */
function phoneIn(text: string): Pick<SearchTerms, 'phone'> {
  if (!/^[\d\s()+./\p{Pd}]+$/u.test(text)) return {}
  const digits = text.replace(/\D/g, '')
  const isWithCountry = text.trim().startsWith('+1') || /^1\d{10}$/.test(digits)
  return digits.length >= minDigits ? { phone: isWithCountry ? digits.slice(1) : digits } : {}
}

/** '2/9/1990', '2-9-1990', 'Feb 9, 1990', 'February 9, 1990' and '1990-02-09' → '1990-02-09': as people write it. */
function birthDateIn(text: string): string | undefined {
  const [, name = '', dayOfMonth = '', ofYear] = /^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/u.exec(text) ?? []
  if (ofYear) return dateOf(ofYear, String(monthNamed(name)), dayOfMonth)
  const [, month = '', day = '', year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? []
  return year ? dateOf(year, month, day) : isCalendarDate(text) ? text : undefined
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** 'Mar', 'Sept' and 'March' → 3 and so on; 0 for other words. */
const monthNamed = (name: string): number =>
  name.length < 3 ? 0 : months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1
