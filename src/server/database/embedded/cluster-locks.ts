import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import { type LockName, lockClass, locks } from '../locks.ts'

/*
 * Locks on the keeper's session, so that the kernel gives them back when their holder is killed: `server` is
 * held by the one process that serves this data folder; `use` is shared by all that need the cluster to run
 * (the server, operators' commands), and whoever gets it alone at the end stops the cluster; `setup` is held
 * while role and database are made.
 */

/** Milliseconds: a killed server's session may take a moment to end. */
const patience = 3_000

export async function takeServerLock(keeper: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + patience
  while (!(await ask(keeper, 'SELECT pg_try_advisory_lock($1, $2) AS yes', 'server'))) {
    if (Date.now() > deadline) {
      const pid = await holderOfServerLock(keeper)
      throw new OperatorError(
        `The data folder ${dataDir} is in use by a running server${pid ? ` (process ${pid})` : ''}. Stop that one, or set DATA_DIR to another folder.`,
      )
    }
    await pause(50)
  }
}

export async function shareUse(keeper: pg.Client): Promise<void> {
  await keeper.query('SELECT pg_advisory_lock_shared($1, $2)', [lockClass, locks.use])
}

/** Gives up the own share; true when nobody else has one, and from then on newcomers wait. */
export async function isLastUser(keeper: pg.Client): Promise<boolean> {
  await keeper.query('SELECT pg_advisory_unlock_shared($1, $2)', [lockClass, locks.use])
  return ask(keeper, 'SELECT pg_try_advisory_lock($1, $2) AS yes', 'use')
}

export async function whileSettingUp(keeper: pg.Client, work: () => Promise<void>): Promise<void> {
  await keeper.query('SELECT pg_advisory_lock($1, $2)', [lockClass, locks.setup])
  await work()
  await keeper.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, locks.setup])
}

async function ask(keeper: pg.Client, question: string, lock: LockName): Promise<boolean> {
  const { rows } = await keeper.query<{ yes: boolean }>(question, [lockClass, locks[lock]])
  return rows[0]?.yes === true
}

/** The process that holds the lock, as its session's name tells. */
async function holderOfServerLock(keeper: pg.Client): Promise<string | undefined> {
  const { rows } = await keeper.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2 AND objsubid = 2`,
    [lockClass, locks.server],
  )
  return /\d+$/.exec(rows[0]?.name ?? '')?.[0]
}
