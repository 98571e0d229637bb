import type pg from 'pg'

/** A connection of the role that owns the tables, as `asOwner` lends it. */
export type Owner = pg.Client
