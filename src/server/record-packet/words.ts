import { calendarDayIn } from '#server/calendar.ts'

/** How a packet says days, moments, people and notes: English, in the organization's time zone. */
export function wordsIn(timeZone: string, numbers: ReadonlyMap<string, number>) {
  const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat('en-US', {
    ...({ year: 'numeric', month: 'long', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
    timeZone,
  })
  const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const lists = new Intl.ListFormat('en-US')
  const at = (day: string, time = '00:00') => new Date(`${day}T${time}:00Z`)
  const dayIn = calendarDayIn(timeZone)
  return {
    /** The day of an instant, 'YYYY-MM-DD'. */
    dayOf: (instant: string) => dayIn(new Date(instant)),
    /** 'March 5, 2026'. */
    day: (day: string) => calendar.format(at(day)),
    /** 'March 2026'. */
    month: (day: string) => months.format(at(day)),
    /** 'March 5, 2026 at 2:05 PM CST'. */
    moment: (instant: string) => moments.format(new Date(instant)),
    /** '14:05' as '2:05 PM'. */
    time: (time: string) => clock.format(at('2000-01-01', time)),
    /** '1, 3, and 9'. */
    list: (items: readonly string[]) => lists.format(items),
    /** 'Amina Warsame (amina.warsame@example.org)'. */
    person: (name: string | null, email: string | null) =>
      name && email ? `${name} (${email})` : name || email || 'a former employee',
    /** In this packet; undefined for a note that is not in it. */
    noteNumber: (id: string) => numbers.get(id),
  }
}

export type Words = ReturnType<typeof wordsIn>
