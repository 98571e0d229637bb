import { Secret, TOTP } from 'otpauth'
import { ownAccountEndpoints } from '#contract/session/endpoints.ts'
import type { TestApp } from './test-app.ts'

/** What an authenticator app with that secret shows at that time. */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

/** Turns on two-step sign-in for the caller. The code of this moment is used up. */
export async function turnOnTwoStep(app: TestApp, token: string) {
  const { secret } = (await app.send(ownAccountEndpoints.beginTwoStep, { token })).body
  const code = appCode(secret, app.context.now)
  const { body } = await app.send(ownAccountEndpoints.confirmTwoStep, { token, body: { code } })
  return { secret: secret as string, recoveryCodes: body.recoveryCodes as string[] }
}
