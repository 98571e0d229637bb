import { type ReactNode, useId } from 'react'

/** The address of a specimen inside the page. */
export function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

/** A chapter of the page. */
export function Group({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="kit-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="kit-group-intro">{intro}</p>
      {children}
    </section>
  )
}

type SpecimenProps = {
  title: string
  /** When to use it: one sentence. */
  use: string
  /** The file in `src/ui`. */
  file?: string
  children: ReactNode
}

export function Specimen({ title, use, file, children }: SpecimenProps) {
  return (
    <article className="kit-specimen" id={anchorOf(title)} aria-labelledby={`${anchorOf(title)}-title`}>
      <div className="kit-specimen-top">
        <h3 id={`${anchorOf(title)}-title`}>{title}</h3>
        {file && <code>{file}</code>}
      </div>
      <p className="kit-specimen-use">{use}</p>
      <div className="kit-specimen-body">{children}</div>
    </article>
  )
}

/** One state of a block, with its name. */
export function State({ name, row, children }: { name: string; row?: boolean; children: ReactNode }) {
  return (
    <div>
      <p className="kit-state-name">{name}</p>
      <div className={row ? 'kit-row' : undefined}>{children}</div>
    </div>
  )
}
