import { vi } from 'vitest'
import type { Operation } from '#commands/ops/operation.ts'
import { settingNames } from '#server/config.ts'
import { OperatorError } from '#server/operator-error.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command of `npm run ops` with these settings and no others, as the program does but in this process: starting one
 * takes far longer than most commands.
 */
export async function runOperation(
  operation: Operation,
  settings: Record<string, string>,
  ...parameters: string[]
): Promise<{ code: number; printed: string; errorOutput: string }> {
  let [printed, errorOutput] = ['', '']
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    printed += part
    return true
  })
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    errorOutput += part
    return true
  })
  const unknown = Object.keys(settings).filter((name) => !settingNames.includes(name))
  if (unknown.length > 0) throw new Error(`not a setting: ${unknown}`)
  for (const name of settingNames) vi.stubEnv(name, settings[name])
  process.exitCode = undefined
  // Tests run by sudo would take its caller for the operator.
  vi.stubEnv('SUDO_USER', undefined)
  const listeners = signals.map((signal) => process.listeners(signal))
  try {
    await operation.run(parameters)
    return { code: Number(process.exitCode ?? 0), printed, errorOutput }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { code: 1, printed, errorOutput: `${errorOutput}${error.message}\n` }
  } finally {
    process.exitCode = undefined
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!listeners[index]?.includes(listener)) process.removeListener(signal, listener)
    out.mockRestore()
    err.mockRestore()
    vi.unstubAllEnvs()
  }
}
