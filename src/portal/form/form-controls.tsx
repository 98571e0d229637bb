import '#ui/card.css'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { earliestDate } from '#contract/calendar-date.ts'
import { formatPhone, normalizePhone } from '#contract/phone-number.ts'
import { toMultiline } from '#contract/plain-text.ts'
import { type NameOf, namesOf, type RecordField, type RecordFields } from '#contract/record-field.ts'
import { today } from '#portal/screen/dates.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { DateField, TimeField } from '#ui/date-field.tsx'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { SelectField, type SelectFieldProps, type SelectOption } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { EmailField, TelField, TextField, type TextFieldProps } from '#ui/text-field.tsx'
import { choicesOf } from './field-values.tsx'
import type { RecordFormState } from './use-record-form.ts'

export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="card">
      <legend>{legend}</legend>
      <div className="record-form-fields">{children}</div>
    </fieldset>
  )
}

type RecordInputProps<Name extends string> = {
  form: Pick<RecordFormState<Name>, 'values' | 'setValue' | 'messageAt' | 'locked' | 'field' | 'textField'>
  name: Name
  field: RecordField
  hint?: ReactNode
  required?: boolean
  beside?: ReactNode
  after?: ReactNode
  /** In place of the field's own choices. */
  options?: readonly SelectOption[]
  /** The id of a `datalist`, for a field on one line. */
  list?: string
}

/** The input of a field, by its kind. */
export function RecordInput<Name extends string>(props: RecordInputProps<Name>) {
  const { form, name, field, hint = field.hint, required = field.required !== undefined } = props
  const { options = optionsOf(field), beside, after, list } = props
  const { kind, label, max, dir, wide, inFuture } = field
  const shared = { label, hint, beside, after, required, dir, className: wide && 'record-form-wide' }
  switch (kind) {
    case 'yes-no':
      if (field.checkbox)
        return (
          <CheckboxField
            label={label}
            checked={form.values[name] === 'yes'}
            onChange={({ currentTarget }) => form.setValue(name, currentTarget.checked ? 'yes' : '')}
          />
        )
      return <ChoiceField {...shared} form={form} name={name} options={options} />
    case 'choice':
    case 'employee':
      return <ChoiceField {...shared} form={form} name={name} options={options} />
    case 'phone':
      return <PhoneField {...shared} form={form} name={name} />
    case 'email':
      return <EmailField {...shared} maxLength={max} {...form.textField(name)} />
    case 'date':
      return (
        <DateField
          {...shared}
          min={earliestDate}
          max={inFuture ? today() : undefined}
          {...form.textField(name)}
        />
      )
    case 'time':
      return <TimeField {...shared} {...form.textField(name)} />
    case 'number':
    case 'digits':
      return <TextField {...shared} inputMode="numeric" {...form.textField(name)} />
    case 'line':
      return <TextField {...shared} maxLength={max} list={list} {...form.textField(name)} />
    case 'text':
      return (
        <TextArea
          {...shared}
          limit={max ?? 0}
          {...form.field(name)}
          onChange={({ currentTarget }) => {
            rewriteTyped(currentTarget, toMultiline)
            form.setValue(name, currentTarget.value)
          }}
        />
      )
  }
}

/** What stands for no choice, then the choices. */
function optionsOf(field: RecordField): SelectOption[] {
  const none = field.kind === 'yes-no' ? 'Not asked' : 'Choose…'
  const first = field.required === undefined ? none : `Choose a ${field.label.toLowerCase()}`
  const choices = Object.entries(choicesOf(field)).map(([value, label]) => ({ value, label }))
  return [{ value: '', label: first }, ...choices]
}

export type FormFieldsProps<Fields extends RecordFields, Name extends string> = Pick<
  RecordInputProps<Name>,
  'form'
> & {
  fields: Fields
  /** The fields of this group are shown, in the order of the table. */
  group: string
  /** In place of what the table says. */
  hints?: { [Field in NameOf<Fields>]?: ReactNode }
  beside?: { [Field in NameOf<Fields>]?: ReactNode }
  after?: { [Field in NameOf<Fields>]?: ReactNode }
  isRequired?: (name: Name) => boolean
}

/** The inputs of a group of fields. */
export function FormFields<Fields extends RecordFields, Name extends NameOf<Fields>>({
  form,
  fields,
  group,
  hints = {},
  beside = {},
  after = {},
  isRequired,
}: FormFieldsProps<Fields, Name>) {
  const names = namesOf(fields).filter((name) => fields[name]?.group === group) as Name[]
  return names.map((name) => (
    <RecordInput
      key={name}
      form={form}
      name={name}
      field={fields[name] as RecordField}
      {...(hints[name] && { hint: hints[name] })}
      beside={beside[name]}
      after={after[name]}
      {...(isRequired && { required: isRequired(name) })}
    />
  ))
}

type FoldedFieldsProps<Name extends string> = {
  form: Pick<RecordFormState<Name>, 'values' | 'messageAt'>
  summary: string
  names: readonly Name[]
  /** Whatever is in it; by default it starts open if something is. */
  startsOpen?: boolean | undefined
  className: string
  children: ReactNode
}

/** An error opens it, as does a draft that is taken over; only the person closes it again. */
export function FoldedFields<Name extends string>(props: FoldedFieldsProps<Name>) {
  const { form, summary, names, startsOpen, className, children } = props
  const hasError = names.some((name) => form.messageAt(name))
  const content = hasError ? 'error' : names.some((name) => form.values[name]) && 'values'
  const [shown, setShown] = useState(content)
  const [isOpen, setOpen] = useState(startsOpen ?? content !== false)
  if (content !== shown) {
    setShown(content)
    if (content) setOpen(true)
  }
  return (
    <details
      className={className}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

type ChoiceFieldProps<Name extends string> = Pick<
  SelectFieldProps,
  'label' | 'hint' | 'className' | 'required'
> & {
  form: Pick<RecordFormState<Name>, 'field'>
  name: Name
  options: readonly SelectOption[]
}

/**
 * A select, required by default. HTML has no read-only select, and a disabled one would lose focus: while the form is locked, the other
 * options are disabled.
 */
export function ChoiceField<Name extends string>({ form, name, options, ...rest }: ChoiceFieldProps<Name>) {
  const { readOnly, ...field } = form.field(name)
  return (
    <SelectField required {...rest} aria-disabled={readOnly || undefined} {...field}>
      {options.map(({ value, label }) => (
        <option key={value} value={value} disabled={readOnly && value !== field.value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

type PhoneFieldProps<Name extends string> = Omit<TextFieldProps, 'form' | 'name'> & {
  form: Pick<RecordFormState<Name>, 'textField' | 'setValue'>
  name: Name
}

/** As everywhere else: '(612) 555-0100'. */
const shownPhone = (typed: string) => formatPhone(normalizePhone(typed))

/** Formatted when it is pasted and when it is left. No `maxlength`, which would silently cut off digits. */
function PhoneField<Name extends string>({ form, name, ...rest }: PhoneFieldProps<Name>) {
  const { onBlur, onChange, ...field } = form.textField(name)
  return (
    <TelField
      {...rest}
      {...field}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        const { nativeEvent, currentTarget } = event
        const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
        if (isPasted) currentTarget.value = shownPhone(currentTarget.value)
        onChange(event)
      }}
      onBlur={(event) => {
        form.setValue(name, shownPhone(event.currentTarget.value))
        onBlur(event)
      }}
    />
  )
}

type SubmitButtonProps = {
  form: Pick<RecordFormState<never>, 'status' | 'locked' | 'isValid'>
  /** For a button outside the form. */
  formId?: string
  label: string
  /** While a saved form is locked. */
  savedLabel?: string
}

/** Disabled while a field is invalid (docs/specification.md §5). */
export function SubmitButton({ form, formId, label, savedLabel = label }: SubmitButtonProps) {
  const isSaved = form.status === 'saved'
  return (
    <Button
      type="submit"
      form={formId}
      tone="primary"
      icon={isSaved ? 'check' : undefined}
      busy={form.status === 'sending'}
      aria-disabled={isSaved || undefined}
      disabled={!form.isValid && !form.locked}
    >
      {isSaved ? savedLabel : label}
    </Button>
  )
}
