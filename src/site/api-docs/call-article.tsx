import { roles } from '#contract/access/roles.ts'
import { Badge } from '#ui/badge.tsx'
import { CodeBlock } from './code-block.tsx'
import { curlOf, pretty } from './curl.ts'
import { type ApiDocument, type Call, needsSignIn } from './document-shape.ts'
import { FieldTable } from './field-table.tsx'
import { MethodBadge } from './method-badge.tsx'
import { Prose } from './prose.tsx'
import { ReplyPart } from './reply-part.tsx'
import { fieldOf, fieldsOf } from './schema-words.ts'
import { apiDocsWording as wording } from './wording.en.ts'

export type CallProps = { call: Call; document: ApiDocument }

export function CallArticle({ call, document }: CallProps) {
  const { id, method, path, operation } = call
  return (
    <article className="api-call" id={id} aria-labelledby={`${id}-title`}>
      <div className="api-call-told">
        <h3 id={`${id}-title`}>
          <a href={`#${id}`}>{operation.summary}</a>
        </h3>
        <p className="api-address">
          <MethodBadge method={method} /> <code>{path}</code>
        </p>
        <p>
          <Prose text={operation.description} />
        </p>
        <WhoMay call={call} />
        <Parameters call={call} />
        <Body call={call} document={document} />
        <ReplyPart call={call} document={document} />
        <Failures call={call} />
      </div>
      <Example call={call} document={document} />
    </article>
  )
}

function WhoMay({ call: { operation } }: { call: Call }) {
  const allowed = operation['x-roles'] ?? []
  if (!needsSignIn(operation)) {
    return <p className="api-who">{operation.security.length > 0 ? wording.recognized : wording.anyone}</p>
  }
  return (
    <div className="api-who">
      <p>{allowed.length === roles.length ? wording.signedIn : wording.only}</p>
      <ul aria-label={wording.whoMay}>
        {allowed.map((role) => (
          <li key={role}>
            <Badge>{role}</Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Parameters({ call: { operation } }: { call: Call }) {
  if (operation.parameters.length === 0) return null
  const rows = operation.parameters.map(({ name, in: place, required, schema, description }) => ({
    ...fieldOf(name, { ...schema, ...(description && { description }) }, required),
    place,
  }))
  return (
    <>
      <h4>{wording.parameters}</h4>
      <FieldTable label={wording.tableLabel(wording.parameters, operation.summary)} rows={rows} />
    </>
  )
}

function Body({ call: { operation }, document }: CallProps) {
  const { requestBody } = operation
  if (!requestBody) return null
  const { schema } = requestBody.content['application/json']
  return (
    <>
      <h4>{wording.body}</h4>
      <p className="api-note">{wording.bodyLimit(requestBody['x-body-limit'])}</p>
      <FieldTable
        label={wording.tableLabel(wording.body, operation.summary)}
        rows={fieldsOf(schema, document.components.schemas)}
      />
    </>
  )
}

function Failures({ call: { operation } }: { call: Call }) {
  const failing = Object.entries(operation.responses).filter(([, { 'x-codes': codes }]) => codes)
  return (
    <>
      <h4>{wording.failures}</h4>
      <ul className="api-failures">
        {failing.map(([status, { 'x-codes': codes = [] }]) => (
          <li key={status}>
            <b>{status}</b>
            {codes.map((code) => (
              <a key={code} href={`#failure-${code}`}>
                <code>{code}</code>
              </a>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

function Example({ call, document }: CallProps) {
  const { summary, responses } = call.operation
  const [status = '', success] = Object.entries(responses).find(([, response]) => !response['x-codes']) ?? []
  const content = success?.content?.['application/json']
  return (
    <section className="api-call-shown" aria-label={wording.codeLabel(wording.example, summary)}>
      <CodeBlock title={wording.request} label={wording.codeLabel(wording.request, summary)}>
        {curlOf(call, document.servers[0]?.url ?? '')}
      </CodeBlock>
      {content && (
        <CodeBlock title={wording.reply(status)} label={wording.codeLabel(wording.reply(status), summary)}>
          {pretty(content.example)}
        </CodeBlock>
      )}
    </section>
  )
}
