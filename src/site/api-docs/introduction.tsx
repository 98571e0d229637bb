import { clientWording } from '#contract/clients/wording.ts'
import { failures } from '#contract/failures.ts'
import { sessionLimits } from '#contract/session/limits.ts'
import { CodeBlock } from './code-block.tsx'
import { pretty } from './curl.ts'
import { Prose } from './prose.tsx'
import { Cell, Table, TableRow } from './table.tsx'
import { introWording as wording } from './wording.en.ts'

/** What holds for every call; the keys are the ids of the sections, for the navigation. */
export const introSections = Object.entries(wording).map(([id, { title }]) => ({ id, title }))

export function Introduction({ base }: { base: string }) {
  return (
    <>
      <Base base={base} />
      <SignIn base={base} />
      <Failures />
      <Items id="limits" />
      <Items id="values" />
      <Paging base={base} />
    </>
  )
}

function Base({ base }: { base: string }) {
  const { title, text, label } = wording.base
  return (
    <section id="base" className="api-topic">
      <h2>{title}</h2>
      <p>{text}</p>
      <CodeBlock title={title} label={label}>
        {base}
      </CodeBlock>
    </section>
  )
}

function SignIn({ base }: { base: string }) {
  const { title, text, label, lasts } = wording.signIn
  const command = `curl '${base}/auth/login' \\
  -H 'Content-Type: application/json' \\
  -d '{ "email": "you@example.org", "password": "…" }'

TOKEN=…   # what stands in "token"

curl '${base}/clients/summary' \\
  -H "Authorization: Bearer $TOKEN"`
  return (
    <section id="signIn" className="api-topic">
      <h2>{title}</h2>
      <p>{text}</p>
      <CodeBlock title="curl" label={label}>
        {command}
      </CodeBlock>
      <p>
        <Prose text={lasts(sessionLimits.lifetime / 3600, sessionLimits.idle / 60)} />
      </p>
    </section>
  )
}

function Failures() {
  const { title, text, label, table, columns, retry } = wording.failures
  return (
    <section id="failures" className="api-topic">
      <h2>{title}</h2>
      <p>
        <Prose text={text} />
      </p>
      <CodeBlock title="400" label={label}>
        {pretty({
          message: clientWording.phone,
          code: 'invalid-input',
          fields: { phone: clientWording.phone },
        })}
      </CodeBlock>
      <Table label={table} columns={Object.values(columns)}>
        {Object.entries(failures).map(([code, { status, message }]) => (
          <TableRow key={code} id={`failure-${code}`} head={<code>{code}</code>}>
            <Cell>{status}</Cell>
            <Cell>{message}</Cell>
          </TableRow>
        ))}
      </Table>
      <p>
        <Prose text={retry} />
      </p>
    </section>
  )
}

function Items({ id }: { id: 'limits' | 'values' }) {
  const { title, items } = wording[id]
  return (
    <section id={id} className="api-topic">
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Prose text={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Paging({ base }: { base: string }) {
  const { title, text, label } = wording.paging
  return (
    <section id="paging" className="api-topic">
      <h2>{title}</h2>
      <p>
        <Prose text={text} />
      </p>
      <CodeBlock title="curl" label={label}>
        {`curl '${base}/clients?limit=50&cursor=XwwemntdTFKehi0aS3yPMA' \\\n  -H "Authorization: Bearer $TOKEN"`}
      </CodeBlock>
    </section>
  )
}
