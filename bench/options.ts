import { misused, readParameters } from '#commands/command-line.ts'

export interface Options {
  /** Clients in the database; each size is a run of its own, and two can be compared. */
  sizes: { clients: number; notes: number }[]
  /** How long a round of one call with one number of connections lasts, about. */
  seconds: number
  /** The median of these is reported. */
  rounds: number
  /** Measures the calls only whose name holds one of these; every name holds ''. */
  only: string[]
  /** Whether the tables go into docs/performance.md. */
  write: boolean
}

export const usage = `npm run bench [-- --clients N[,N] --notes N --seconds S --rounds R --only NAME[,NAME] --write]
    Measures the product beside a bare program that answers the same, and prints tables. Nothing passes or fails by time.
    --clients N[,N]  clients in the database (10000); with two sizes the growth of cost is shown
    --notes N        notes in all (10 for each client)
    --seconds S      length of a round (1); fractions are fine
    --rounds R       rounds of each program, taken in turn (3); the median is reported
    --only NAME[,…]  only calls whose name holds one of these
    --write          puts the tables into docs/performance.md`

const options = {
  clients: { type: 'string', default: '10000' },
  notes: { type: 'string' },
  seconds: { type: 'string', default: '1' },
  rounds: { type: 'string', default: '3' },
  only: { type: 'string', default: '' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** What was typed, checked; undefined when help was asked for. */
export function readOptions(parameters: string[]): Options | undefined {
  const values = readParameters(parameters, { options }, usage).values
  if (values.help) return undefined
  const clients = values.clients.split(',').map((one) => wholeNumber('--clients', one, 20, 1_000_000))
  const notes = values.notes === undefined ? undefined : wholeNumber('--notes', values.notes, 0, 10_000_000)
  const seconds = Number(values.seconds)
  if (!(seconds >= 0.05 && seconds <= 600)) throw misused('--seconds is a number from 0.05 to 600.', usage)
  return {
    sizes: clients.map((count) => ({ clients: count, notes: notes ?? count * 10 })),
    seconds,
    rounds: wholeNumber('--rounds', values.rounds, 1, 99),
    only: values.only.split(','),
    write: values.write,
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw misused(`${name} is a whole number from ${least} to ${most}.`, usage)
}
