import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'

/**
 * Has the database itself write down which tables change, in the transaction of the change: what is rolled back is no
 * change. Answers a function that tells which tables have changed since it was last asked.
 */
export async function changeLedger(owner: Connection): Promise<() => Promise<string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(owner)
  await sql`CREATE TABLE change_ledger (changed text NOT NULL)`.execute(owner)
  await sql`
    CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO change_ledger VALUES (TG_TABLE_NAME); RETURN NULL; END $$`.execute(owner)
  for (const { name } of tables)
    await sql`
      CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(name)}
      FOR EACH ROW EXECUTE FUNCTION note_change()`.execute(owner)
  return async () => {
    const { rows } = await sql<{ changed: string }>`DELETE FROM change_ledger RETURNING changed`.execute(
      owner,
    )
    return [...new Set(rows.map(({ changed }) => changed))]
  }
}
