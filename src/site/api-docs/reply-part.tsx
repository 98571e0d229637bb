import type { ApiDocument, Call, Schema } from './document-shape.ts'
import { FieldTable } from './field-table.tsx'
import { fieldsOf, shapesOf, typeOf } from './schema-words.ts'
import { apiDocsWording as wording } from './wording.en.ts'

type ReplyProps = { call: Call; document: ApiDocument }

/** What a call answers when it goes well: a table for each shape that the reply may have. */
export function ReplyPart({ call: { operation }, document }: ReplyProps) {
  const success = Object.entries(operation.responses).find(([, { 'x-codes': codes }]) => !codes)
  if (!success) return null
  const [status, { content }] = success
  const title = wording.reply(status)
  if (!content) {
    return (
      <>
        <h4>{title}</h4>
        <p className="api-note">{wording.nothing}</p>
      </>
    )
  }
  const shapes = shapesOf(content['application/json'].schema)
  return (
    <>
      <h4>{title}</h4>
      {shapes.length > 1 && <p className="api-note">{wording.oneOf(shapes.length)}</p>}
      {shapes.map((shape) => (
        <Shape
          key={typeOf(shape)}
          shape={shape}
          document={document}
          label={wording.tableLabel(title, operation.summary)}
        />
      ))}
    </>
  )
}

function Shape({ shape, document, label }: { shape: Schema; document: ApiDocument; label: string }) {
  const type = typeOf(shape)
  return (
    <>
      <p className="api-shape">
        <span className="api-type">{type}</span>
      </p>
      <FieldTable answered label={`${label}, ${type}`} rows={fieldsOf(shape, document.components.schemas)} />
    </>
  )
}
