import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type Bowser from 'bowser'
import { deviceDays } from '#contract/session/limits.ts'
import { privateCookie } from './cookies.ts'

/* The browser of a session. An essential cookie marks one that staff have signed in with (docs/product.md 84). */

const maxName = 60

/** Loaded at the first sign-in, to keep the start fast. */
const load = createRequire(import.meta.url)
let parser: typeof Bowser | undefined

/** The value in a request's Cookie header. Over https, browsers accept the longer name with `Secure` only. */
export function readDevice(cookies: string | undefined): string | undefined {
  return /(?:^|;\s*)(?:__Secure-)?device=([\w-]{43})(?:;|$)/.exec(cookies ?? '')?.[1]
}

export function newDevice(): string {
  return randomBytes(32).toString('base64url')
}

/** The Set-Cookie header. The browser sends the cookie with calls about sign-in only. */
export function deviceCookie(device: string, publicUrl: string) {
  const seconds = deviceDays * 24 * 60 * 60
  return privateCookie({ publicUrl, name: 'device', path: '/api/auth', seconds }).set(device)
}

/** 'Firefox on Windows', as the list of sessions shows it. The name is not to be trusted: a program may send any User-Agent. */
export function deviceName(userAgent: string | undefined): string {
  parser ??= load('bowser') as typeof Bowser
  const { browser, os } = parser.parse(userAgent || 'unknown')
  const parts = [browser.name, os.name].filter(Boolean)
  return parts.join(' on ').slice(0, maxName).trim() || 'Unknown device'
}
