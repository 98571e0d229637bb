import { useEffect, useState } from 'react'
import type { Role } from '#contract/access/roles.ts'
import { noteChangeDeadline } from '#contract/notes/rules.ts'
import type { Note } from '#contract/notes/schema.ts'

/** Milliseconds. A timer may have slept along with the machine, so the clock is looked at now and then anyway. */
const longestNap = 60_000

/** When the next of these notes can no longer be changed, in milliseconds since 1970; undefined if none ever closes. */
export function nextDeadline(role: Role, notes: readonly Note[], now: Date): number | undefined {
  const ahead = notes.flatMap((note) => {
    const deadline = noteChangeDeadline(role, note)?.getTime()
    return deadline !== undefined && deadline > now.getTime() ? [deadline] : []
  })
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

/** The present, as far as the note rule needs it: a button goes in the moment in which the rule would refuse. */
export function useRuleClock(role: Role, notes: readonly Note[]): Date {
  const [now, setNow] = useState(() => new Date())
  const next = nextDeadline(role, notes, now)
  useEffect(() => {
    if (next === undefined) return
    const nap = Math.min(Math.max(next - now.getTime(), 0), longestNap)
    const timer = setTimeout(() => setNow(new Date()), nap)
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}
