import type { ReactNode } from 'react'

/** A group of related components. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="kit-group">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type SpecimenProps = {
  title: string
  /** The file in `src/ui`; README.md says when to use the component. */
  file: string
  children: ReactNode
}

export function Specimen({ title, file, children }: SpecimenProps) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <article className="kit-specimen" id={id} aria-labelledby={`${id}-title`}>
      <div className="kit-specimen-top">
        <h3 id={`${id}-title`}>{title}</h3>
        <code>{file}</code>
      </div>
      <div className="kit-stack">{children}</div>
    </article>
  )
}
