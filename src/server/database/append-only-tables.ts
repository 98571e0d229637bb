/**
 * Tables to which the app may only add rows, where it has a role of its own (DATABASE_OWNER_URL). Where it
 * owns the tables, their triggers refuse changes.
 */
export const appendOnlyTables = ['audit_events', 'audit_links']

/** What the app may read but never write: the record of migrations. */
export const readOnlyTables = ['migrations']
