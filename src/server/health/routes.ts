import { can } from '#contract/access/permissions.ts'
import { healthEndpoints } from '#contract/health/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { hasClients } from '#server/clients/store.ts'
import { hasColleagues, hasNameAndTitle } from '#server/employees/store.ts'
import { bytesOfFiles } from '#server/files/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { assertNotLimited } from '#server/throttling/caller.ts'
import { countAttempt, limitPerCaller } from '#server/throttling/store.ts'
import packageJson from '../../../package.json' with { type: 'json' }

export function healthRoutes(route: AddRoute, context: AppContext): void {
  const { isDatabaseAlive, isAuditSealed, isSealKept, backupStatus, languagePages = [], stopping } = context
  const { db, clock, log, organization, mail, files, sessionSecret: secret } = context

  const ok = { status: 'ok' as const }

  async function assertReady(needsDatabase = true): Promise<void> {
    if (stopping?.aborted) throw new Failure('stopping')
    if (needsDatabase && !(await isDatabaseAlive())) throw new Failure('database-away')
  }

  route(healthEndpoints.live, async () => ok)
  route(healthEndpoints.ready, async ({ query }) => {
    await assertReady(query.for !== 'website')
    return ok
  })
  route(healthEndpoints.health, async ({ actor }) => {
    await assertReady()
    const { backup, lastBackup, lastFailure, foreignBackups } = await backupStatus()
    const forEveryone = {
      ...ok,
      version: packageJson.version,
      auditTrail: isAuditSealed() ? 'sealed' : 'not sealed',
      auditAnchor: isSealKept() ? 'written' : 'not written',
      backup,
      files: (await bytesOfFiles(db)) < files.mostBytes * 0.8 ? 'ok' : 'nearly full',
      translations: languagePages.some(({ isOutdated }) => isOutdated) ? 'outdated' : 'ok',
    } as const
    if (!actor || !can(actor.role, 'backups:read')) return forEveryone
    return { ...forEveryone, lastBackup, lastFailure, foreignBackups }
  })

  route(healthEndpoints.firstSteps, async ({ actor }) => {
    return {
      organization: !organization.emails.contact.endsWith('.example'),
      name: await hasNameAndTitle(db, actor.employeeId),
      mail: mail.writeFile === undefined,
      colleagues: await hasColleagues(db),
      clients: await hasClients(db),
      backupDisk: !(await backupStatus()).isOnDataDisk,
      twoStep: actor.hasTwoStep,
    }
  })

  const reportLimit = limitPerCaller(secret, { name: 'screen-errors', attempts: 20, seconds: 60 * 60 })

  route(healthEndpoints.screenError, async ({ body: { screen, error, at }, actor }) => {
    const wait = await countAttempt(db, clock(), reportLimit(actor.employeeId))
    assertNotLimited(wait, 'Too many reports in the last hour.')
    const reqId = actor.requestId
    log.warn({ reqId, employee: actor.employeeId, screen, error, at }, 'a screen stopped working')
    return undefined
  })
}
