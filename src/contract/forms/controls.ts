import type { FormField, FormSection, TableColumn, TableField } from './form.ts'

/** One form field of the PDF. */
export interface Control {
  /** Unique in the form. */
  name: string
  kind: 'text' | 'date' | 'lines' | 'signature' | 'checkbox' | 'choice'
  /** Read out by screen readers, and shown on hover. */
  tooltip: string
  required: boolean
  /** Only for `choice`. */
  options: readonly string[]
}

/** The controls of a field, in reading order. */
export function controlsOfField(section: FormSection, field: FormField): Control[] {
  if (field.kind === 'table') {
    return field.rows.flatMap((row) =>
      field.columns.flatMap((column) => cellControl(section, field, row, column) ?? []),
    )
  }
  if (field.kind !== 'choices') return [fieldControl(section, field)]
  return field.options.map((option, number) => ({
    ...fieldControl(section, field),
    name: `${nameOf(section, field)}-${number + 1}`,
    kind: 'checkbox',
    tooltip: `${field.label}: ${option}`,
  }))
}

/** Returns null if the row has no control in that column. */
export function cellControl(
  section: FormSection,
  table: TableField,
  row: string,
  { id, label, kind, except }: TableColumn,
): Control | null {
  if (except?.includes(row)) return null
  return {
    name: `${nameOf(section, table)}-${table.rows.indexOf(row) + 1}-${id}`,
    kind,
    tooltip: withFormat(kind, `${row}: ${label}`),
    required: false,
    options: [],
  }
}

function fieldControl(section: FormSection, field: Exclude<FormField, TableField>): Control {
  const { kind, label, spoken, hint, required = false } = field
  const text = [withFormat(kind, spoken ?? label), hint].filter(Boolean).join(' – ')
  return {
    name: nameOf(section, field),
    kind: kind === 'choices' ? 'checkbox' : kind,
    tooltip: required ? `${text} (required)` : text,
    required,
    options: kind === 'choice' ? field.options : [],
  }
}

function withFormat(kind: FormField['kind'], text: string): string {
  if (kind === 'date') return `${text} (month, day, year: MM/DD/YYYY)`
  return kind === 'signature' ? `${text} (sign here with a pen, or type your full name)` : text
}

function nameOf(section: FormSection, field: FormField): string {
  return `${section.id}-${field.id}`
}
