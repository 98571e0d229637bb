import { type AliasedExpression, sql } from 'kysely'

type FieldOf<Row> = keyof Row & string

/** What a statement answers of a row: an expression for each field, under the field's name, so that no row is renamed. */
export function columnsOf<Row>(expressionOf: Record<FieldOf<Row>, string>) {
  const expressions = Object.entries<string>(expressionOf)
  return {
    /** For statements that Kysely builds. */
    columns: expressions.map(([field, expression]) => sql.raw(expression).as(field)) as {
      [Field in FieldOf<Row>]: AliasedExpression<Row[Field], Field>
    }[FieldOf<Row>][],
    /** For statements that are written out. */
    list: sql.raw(expressions.map(([field, expression]) => `${expression} AS "${field}"`).join(', ')),
  }
}
