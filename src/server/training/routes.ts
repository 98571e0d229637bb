import { can, type Permission } from '#contract/access/permissions.ts'
import type { Role } from '#contract/access/roles.ts'
import {
  type DeckKey,
  deckKeys,
  decksOfTraining,
  type TrainingName,
  trainingOf,
} from '#contract/training/decks.ts'
import { type Deck, type TrainingContent, trainingEndpoints } from '#contract/training/endpoints.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'

import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { listAllCompletions, listCompletions, markDone, unmarkDone } from './store.ts'

const permissionOf = {
  admin: 'training:admin',
  employee: 'training:employee',
} as const satisfies Record<TrainingName, Permission>

export function trainingRoutes(route: AddRoute, { db, trail, clock, views, training }: AppContext): void {
  const known = new Map(training.decks.map((deck) => [deck.key, deck]))

  const toDeck = (key: DeckKey, doneAt: Date | undefined): Deck => {
    const { title, url } = known.get(key) ?? { title: key, url: '' }
    return { deck: key, title, url, doneAt: doneAt?.toISOString() ?? null }
  }

  async function contentOf(which: TrainingName, { employeeId }: Actor): Promise<TrainingContent> {
    const done = await listCompletions(db, employeeId)
    const decks = decksOfTraining[which].map((key) => toDeck(key, done.get(key)))
    return { ...training.responsibilities[which], decks }
  }

  route(trainingEndpoints.employee, async ({ actor }) => await contentOf('employee', actor))
  route(trainingEndpoints.admin, async ({ actor }) => await contentOf('admin', actor))

  route(trainingEndpoints.markDone, async ({ params: { deck }, actor }) => {
    assertMayOpen(actor, deck)
    const now = clock()
    await db.transaction().execute(async (trx) => {
      if (!(await markDone(trx, actor.employeeId, deck, now))) return
      await trail.record(trx, { at: now, actor, action: 'marked as done', kind: 'training deck', id: deck })
    })
    return toDeck(deck, (await listCompletions(db, actor.employeeId)).get(deck))
  })

  route(trainingEndpoints.unmarkDone, async ({ params: { deck }, actor }) => {
    assertMayOpen(actor, deck)
    await db.transaction().execute(async (trx) => {
      if (!(await unmarkDone(trx, actor.employeeId, deck))) return
      const row = { at: clock(), actor, kind: 'training deck', id: deck } as const
      await trail.record(trx, { ...row, action: 'marked as not done' })
    })
    return undefined
  })

  route(trainingEndpoints.records, async ({ actor }) => {
    const everyone = await listAllCompletions(db)
    const details = { count: everyone.length }
    views.add({ at: clock(), actor, action: 'listed', kind: 'training record', details })
    return everyone.map(({ id, firstName, lastName, email, role, completions }) => {
      const decks = deckKeys.map((key) => toDeck(key, completions.find(({ deck }) => deck === key)?.done_at))
      return {
        employeeId: id,
        name: `${firstName} ${lastName}`.trim(),
        email,
        role,
        done: decks.flatMap(({ doneAt, ...deck }) => (doneAt ? [{ ...deck, doneAt }] : [])),
        open: decks.filter(({ deck, doneAt }) => !doneAt && mayOpen(role, deck)),
      }
    })
  })
}

const permissionTo = (deck: DeckKey) => permissionOf[trainingOf(deck)]

const mayOpen = (role: Role, deck: DeckKey) => can(role, permissionTo(deck))

function assertMayOpen({ role }: Actor, deck: DeckKey): void {
  if (!mayOpen(role, deck)) throw new Failure('not-allowed', { permission: permissionTo(deck) })
}
