/** One of `npm run ops -- …`: what an operator does beside the running server, or without it. */
export interface Operation {
  /** Name and parameters, as one types them. */
  usage: string
  /** What `--help` says: sentences, an option a line. */
  explanation: string
  /** Refuses wrong parameters, and whatever else a person has to put right, by a OperatorError. */
  run(parameters: string[]): Promise<void>
}
