import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/record-id.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type DeletableKind, partsOf, records } from './kinds.ts'
import { findRecord, unmarkDeleted } from './restore-store.ts'

interface Needs {
  db: Connection
  clock: () => Date
}

/** Brings a deleted record of any kind back and answers the sentence that says so (decision 18). */
export async function restoreRecord({ db, clock }: Needs, id: string): Promise<string> {
  const kind = await db.transaction().execute(async (trx) => {
    const found = isRecordId(id) ? await findRecord(trx, id) : undefined
    if (!found) throw unknownRecord(id)
    if (!found.isDeleted)
      throw new OperatorError(`The ${found.kind} ${id} is not deleted. Nothing was changed.`)
    if (found.deletedOwner) throw ownerFirst(found.kind, id, found.deletedOwner)
    if (!(await unmarkDeleted(trx, found.kind, id))) throw emailTaken(id)
    await recordAudit(trx, { at: clock(), action: 'restored', kind: found.kind, id: found.id })
    return found.kind
  })
  const parts = partsOf(kind).map((part) => records[part.kind].plural)
  return `The ${kind} ${id} is restored${parts.length > 0 ? `, with its ${parts.join(' and ')}` : ''}.`
}

function unknownRecord(id: string): OperatorError {
  return new OperatorError(
    `There is no record with the id ${id}. What can be restored is named by: npm run ops -- deleted list`,
  )
}

function ownerFirst(kind: DeletableKind, id: string, owner: { kind: DeletableKind; id: string }) {
  return new OperatorError(
    `The ${kind} ${id} is part of a ${owner.kind} that is deleted too. ` +
      `Restore that one first: npm run ops -- deleted restore ${owner.id}`,
  )
}

function emailTaken(id: string): OperatorError {
  return new OperatorError(
    `The employee ${id} can't be restored: another employee has the same email address now. ` +
      'Change the email address of the other one first, or delete that one.',
  )
}
