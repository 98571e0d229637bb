import { expect, type Page } from '@playwright/test'
import { everyScreen, type Screen } from '#commands/screen-list.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { ambiguousNames, colorRules, lookAs, undescribedButtons, violations } from './accessibility.ts'
import { focusOutOfSight } from './focus-in-sight.ts'
import { type Backend, openAs } from './journey.ts'
import {
  badLineBreaks,
  badPageBreaks,
  filledButtons,
  forcedColorsProblems,
  longLines,
  motion,
  overflowing,
  overlaps,
  smallTargets,
} from './layout-checks.ts'
import { amina, hodan } from './people.ts'

const isPortal = ({ role }: Screen) => role !== undefined

/** The other screens of the managers' area are the same as the admins'. */
const ofManagers = ['manager-dashboard', 'manager-client-notes', 'manager-resources']

/** The screens of the portal that differ, those of a client with that id. */
export const screensOfPortal = (clientId: string) =>
  everyScreen(clientId).filter(({ name }) => name.startsWith('admin-') || ofManagers.includes(name))

export const pagesOfWebsite = everyScreen('').filter((screen) => !isPortal(screen))

/** Adds two records of each kind, with long names and one without a status. Returns the id of a client. */
export async function addLongRecords({ api, token }: Backend): Promise<string> {
  const long = { firstName: 'Pa Houa Maiv Nkauj Ntxhi', lastName: 'Vang-Thao-Xiong-Lee-Her-Moua' }
  const imported = { ...hodan, ...long, status: undefined }
  const { body: client } = await api.send('POST', '/clients', token, imported)
  await api.send('POST', '/clients', token, { ...hodan, lastName: long.lastName })
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: `A long word: ${'x'.repeat(300)}` })
  // Cards of the dashboard that are absent when they are empty.
  const followUp = { on: '2026-01-05', what: 'Call the landlord about the repairs.' }
  await api.send('POST', `/clients/${client.id}/follow-ups`, token, followUp)
  await api.send('PUT', `/drafts/note:${client.id}`, token, { values: { text: 'Called the land' } })
  for (const name of ['Rosa Lindqvist', 'x'.repeat(100)]) {
    const message = { name, email: 'rosa@example.org', message: 'Please call me.\n'.repeat(20) }
    await api.send('POST', '/contact', undefined, message)
  }
  const email = `${'long'.repeat(12)}@${'mail'.repeat(12)}.example.org`
  const { body: employee } = await api.send('POST', '/employees', token, { ...amina, ...long, email })
  await api.send('DELETE', `/employees/${employee.id}`, token)
  await api.send('POST', '/employees', token, { ...amina, ...long, email })
  const { body: deleted } = await api.send('POST', '/clients', token, { ...hodan, ...long })
  await api.send('DELETE', `/clients/${deleted.id}`, token)
  return client.id
}

/** The problems of the screens in every width and look, each with its path and look. */
export async function problemsOn(page: Page, screens: Screen[], backend: Backend): Promise<string[]> {
  const found: string[] = []
  await page.addInitScript((key) => localStorage.setItem(key, 'essential'), storageKeys.cookieConsent)
  // So that the loading state is painted first.
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    await route.fallback()
  })
  await page.setViewportSize({ width: 375, height: 667 })
  for (const screen of screens) {
    await openScreen(page, screen, backend)
    let look = '375 px, loading'
    const note = (problems: string[]) =>
      found.push(...problems.map((problem) => `${screen.path}, ${look}: ${problem}`))
    const check = async (...checks: (() => string[])[]) => {
      for (const check of checks) note(await page.evaluate(check))
    }

    note(await layoutShifts(page))
    await openFilters(page)
    look = '320 px, dark'
    await lookAs(page, 'smallAndDark')
    note(await violations(page))
    await check(overflowing, overlaps, smallTargets, badLineBreaks, motion)
    look = '320 px, forced colors'
    await page.emulateMedia({ forcedColors: 'active' })
    await check(forcedColorsProblems)
    await page.emulateMedia({ forcedColors: 'none' })
    note(await (isPortal(screen) ? undescribedButtons(page) : ambiguousNames(page)))
    if (!isPortal(screen)) {
      look = '320 px, text spacing'
      await page.evaluate(addTextSpacing)
      await check(overflowing, overlaps)
      await page.evaluate(() => document.adoptedStyleSheets.pop())
    }
    look = '320 by 256 px'
    await page.setViewportSize({ width: 320, height: 256 })
    note(await focusOutOfSight(page))
    look = '768 px'
    await page.setViewportSize({ width: 768, height: 1024 })
    await check(overflowing, overlaps)
    look = '1280 px, light'
    await lookAs(page, 'wide')
    note(await violations(page, { rules: colorRules }))
    await check(overflowing, overlaps, ...(isPortal(screen) ? [filledButtons] : []))
    if (!isPortal(screen)) {
      look = '1920 px'
      await page.setViewportSize({ width: 1920, height: 900 })
      await check(longLines)
    }
    look = 'paper'
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 739, height: 980 })
    await check(overflowing, ...(isPortal(screen) ? [] : [badPageBreaks]))
    if (printedLists.test(screen.name)) await check(unmarked)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 375, height: 667 })
  }
  return found
}

let signedInAs: { page: Page; role: string } | undefined

export async function openScreen(page: Page, { path, role }: Screen, { employ }: Backend): Promise<void> {
  if (role && (signedInAs?.page !== page || signedInAs.role !== role)) {
    await openAs(page, role === 'super-admin' ? 'admin@example.org' : await employ(role), path)
    signedInAs = { page, role }
  } else await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (role) expect(new URL(page.url()).pathname).toBe(path)
  await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0)
}

/** On a phone they are behind a button. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Filters', exact: true, expanded: false })
  if (await button.isVisible()) await button.click()
}

/** Layout shifts while the page loaded; a long name that wraps is small enough. */
function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const shifts = list
            .getEntries()
            .map((entry) => (entry as PerformanceEntry & { value: number }).value)
          resolve(shifts.filter((shift) => shift > 0.05).map((shift) => `moves by ${shift.toFixed(3)}`))
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // The observer is not called without a shift.
        setTimeout(() => resolve([]), 100)
      }),
  )
}

const printedLists =
  /-(dashboard|clients|user-management|contact-messages|audit-trail|deleted-records)$|^admin-training$/

/** A printed list that does not say that it is confidential, and when it was printed. */
function unmarked(): string[] {
  const line = /^Confidential\. For authorized staff only\. Printed [A-Z][a-z]{2} \d+, \d{4}\.$/m
  return line.test(document.body.innerText) ? [] : ['does not say that it is confidential']
}

/** The text spacing of WCAG 1.4.12. */
function addTextSpacing(): void {
  const spacing = new CSSStyleSheet()
  spacing.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  )
  document.adoptedStyleSheets.push(spacing)
}
