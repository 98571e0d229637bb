import type { ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#contract/endpoint-table.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'

/* What the browser asks the person's device for. */

type Library = typeof import('@simplewebauthn/browser')

/** Returns the token of the session. */
export async function signInWithPasskey(): Promise<string> {
  const optionsJSON = await call('POST /auth/passkey/options', {})
  const response = await ask(({ startAuthentication }) => startAuthentication({ optionsJSON } as never))
  return (await call('POST /auth/passkey', { body: { response: { ...response } } })).token
}

/** For a call that takes a passkey in place of password and code. */
export async function passkeyAsConfirmation() {
  const optionsJSON = await call('POST /auth/confirm/options', {})
  return { ...(await ask(({ startAuthentication }) => startAuthentication({ optionsJSON } as never))) }
}

/** Has a passkey made on this device, or on another one that the browser offers. */
export async function addPasskey(name: string): Promise<ReplyOf<Calls['POST /auth/passkeys']>> {
  const optionsJSON = await call('POST /auth/passkeys/options', {})
  const response = await ask(({ startRegistration }) => startRegistration({ optionsJSON } as never))
  return await call('POST /auth/passkeys', { body: { name, response: { ...response } } })
}

async function ask<Answer>(ceremony: (library: Library) => Promise<Answer>): Promise<Answer> {
  const library = await import('@simplewebauthn/browser')
  try {
    return await ceremony(library)
  } catch (error) {
    throw ceremonyFailure(error)
  }
}

/** Browsers tell neither a canceled question from one that timed out, nor from a device without a passkey. */
function ceremonyFailure(error: unknown): CallFailure {
  const { name } = error as Error
  const message =
    name === 'InvalidStateError'
      ? 'This device already has a passkey for your account.'
      : name === 'NotAllowedError' || name === 'AbortError'
        ? 'No passkey was used.'
        : 'This browser could not use a passkey.'
  return new CallFailure({ code: 'no-passkey', message }, 0, false)
}
