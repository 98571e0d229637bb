import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs, parseEnv } from 'node:util'
import { OperatorError } from '#server/operator-error.ts'
import { printable, root } from './install.mjs'

/**
 * Runs a command with the variables of `.env`. Prints a failure as a sentence on standard error and exits with code 1.
 * Commands that test, try or measure leave the file alone, and so does every process whose ENV_FILE is empty, so that none of
 * them touches the database that the file names.
 */
export async function runOrExplain(
  command: () => Promise<void>,
  { readsEnvFile = true } = {},
): Promise<void> {
  try {
    const { ENV_FILE: file = '.env' } = process.env
    if (readsEnvFile && file !== '') loadEnvFile(resolve(root, file))
    await command()
  } catch (error) {
    process.exitCode = 1
    // Not before a slow reader has taken everything.
    process.stderr.write(`${printable(explain(error))}\n`, () => process.exit())
  }
}

/** Sets what is not set yet. Throws if a `#` would cut off a value, such as that of a password or key. */
export function loadEnvFile(file: string, env: NodeJS.ProcessEnv = process.env): void {
  if (!existsSync(file)) return
  const text = readText(file)
  const values = parseEnv(text)
  for (const [index, line] of text.split('\n').entries()) {
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([^\s=#]+)\s*=([^#]*)#/.exec(line) ?? []
    // After a space it is a comment, and within quotes it belongs to the value.
    if (value.endsWith(' ') || values[name] !== value.trim()) continue
    throw new OperatorError(
      `${file}, line ${index + 1}: the value of ${name} contains a #, after which everything would be left out. ` +
        `Quote the value: ${name}="…"`,
    )
  }
  for (const [name, value] of Object.entries(values)) env[name] ??= value
}

/** Editors on Windows begin a file with a byte order mark, and PowerShell writes UTF-16. */
function readText(file: string): string {
  const bytes = readFileSync(file)
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
}

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full. Free some space, then start again; nothing was damaged.',
  EROFS: 'The disk is read-only. Nothing was changed.',
}

function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code = '', stack, cause } = error as NodeJS.ErrnoException
  const causedBy = cause instanceof Error ? `\nCaused by ${cause.stack}` : ''
  return reasons[code] ?? `Unexpected error:\n${stack}${causedBy}`
}

/** The error for wrong parameters: the reason and the command's usage. */
export function usageError(reason: string, usage: string): OperatorError {
  return new OperatorError(`${reason}\nUsage: ${usage}`)
}

/** A file that a parameter names, seen from the folder in which npm was called, which `npm --prefix` leaves. */
export function filePath(name: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), name)
}

/** The parameters as `parseArgs` reads them; its errors become a `usageError`. */
export function readParameters<const Config extends Omit<ParseArgsConfig, 'args'>>(
  parameters: string[],
  config: Config,
  usage: string,
) {
  try {
    return parseArgs({ ...config, args: parameters })
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS_')) throw error
    throw usageError((error as Error).message, usage)
  }
}

/** For commands that are configured by environment variables alone. */
export function assertNoParameters(command: string): void {
  const [first] = process.argv.slice(2)
  if (first === undefined) return
  throw new OperatorError(
    `${command} takes no parameters, but was given "${first}". It is configured by environment variables; see .env.example.`,
  )
}
