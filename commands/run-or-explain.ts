import { statSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#server/operator-error.ts'
import { root } from './install.mjs'

/** Runs a command with the variables of `.env`; a failure becomes a sentence on standard error and exit code 1. */
export async function runOrExplain(command: () => Promise<void>): Promise<void> {
  const file = join(root, '.env')
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) process.loadEnvFile(file)
    await command()
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full. Make room, then start again; nothing was damaged.',
  EROFS: 'The disk is read-only. Nothing was changed.',
}

function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return reasons[code] ?? `This should not have happened:\n${error.stack}`
}
