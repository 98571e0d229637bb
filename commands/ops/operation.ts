import { StartFailure } from '#server/start-failure.ts'

/** One of `npm run ops -- …`: what an operator does beside the running server, or without it. */
export interface Operation {
  /** Name and parameters, as one types them. */
  usage: string
  /** What `--help` says: sentences, an option a line. */
  explanation: string
  /** Refuses wrong parameters, and whatever else a person has to put right, by a StartFailure. */
  run(parameters: string[]): Promise<void>
}

/** What was typed can't be meant: says why and how it is written. */
export function misused(reason: string, usage: string): StartFailure {
  return new StartFailure(`${reason}\nUsage: npm run ops -- ${usage}`)
}
