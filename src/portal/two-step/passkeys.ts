import type { ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#contract/endpoint-table.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'

/* What the browser asks the person's device for. */

/** Returns the token of the session. */
export async function signInWithPasskey(): Promise<string> {
  const optionsJSON = await call('POST /auth/passkey/options', {})
  const response = await authenticate(optionsJSON)
  return (await call('POST /auth/passkey', { body: { response } })).token
}

/** For a call that takes a passkey in place of password and code. */
export async function passkeyAsConfirmation() {
  return await authenticate(await call('POST /auth/confirm/options', {}))
}

/** Has a passkey made on this device, or on another one that the browser offers. */
export async function addPasskey(name: string): Promise<ReplyOf<Calls['POST /auth/passkeys']>> {
  const optionsJSON = await call('POST /auth/passkeys/options', {})
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON } as never).catch(rejectCeremony)
  return await call('POST /auth/passkeys', { body: { name, response: { ...response } } })
}

async function authenticate(optionsJSON: object) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return { ...(await startAuthentication({ optionsJSON } as never).catch(rejectCeremony)) }
}

/** Browsers tell neither a canceled question from one that timed out, nor from a device without a passkey. */
function rejectCeremony({ name }: Error): never {
  const message =
    name === 'InvalidStateError'
      ? 'This device already has a passkey for your account.'
      : name === 'NotAllowedError' || name === 'AbortError'
        ? 'No passkey was used.'
        : 'This browser could not use a passkey.'
  throw new CallFailure({ code: 'no-passkey', message }, 0, false)
}
