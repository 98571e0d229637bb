import { clientFields } from '#contract/clients/fields.ts'
import type { CheckedImport, ImportAnswer, ImportChoices } from '#contract/clients/import-endpoints.ts'
import {
  type DuplicateChoice,
  type ImportField,
  importFieldLabels,
  importFields,
  type OfficeField,
  officeFields,
} from '#contract/clients/import-fields.ts'
import { screenPath } from '#contract/paths.ts'
import type { RecordField } from '#contract/record-field.ts'
import { today } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'
import { useWorkerOptions } from '#portal/workers/workers.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { SelectField, type SelectOption } from '#ui/select-field.tsx'

/** In how many rows, if the server still asks. */
interface AskedValue {
  field: ImportField
  text: string
  rows?: number
}

/** More of one field are hardly what the column is about. */
const mostOfField = 30

type QuestionsProps = {
  checked: CheckedImport
  /** What was answered before the check. */
  answered: ImportChoices['values']
  choices: ImportChoices
  onChange: (change: Partial<ImportChoices>) => void
}

/** What only the person knows who has the file. */
export function Questions({ checked, answered, choices, onChange }: QuestionsProps) {
  const workers = useWorkerOptions()
  const asked = askedIn(checked, answered)
  const byField = importFields.flatMap((field) => {
    const values = asked.filter((value) => value.field === field)
    return values.length > 0 ? [{ field, values }] : []
  })
  const inOffice = officeFields.filter(
    (field) => checked.office[field] > 0 || checked.missing.includes(field) || choices.office.includes(field),
  )
  const hasDuplicates = checked.duplicates > 0 || choices.duplicates !== 'stop'

  function answer(field: ImportField, answers: Readonly<Record<string, ImportAnswer | undefined>>) {
    const all = Object.entries({ ...choices.values[field], ...answers })
    const given = all.flatMap(([text, value]) => (value === undefined ? [] : [[text, value] as const]))
    onChange({ values: { ...choices.values, [field]: Object.fromEntries(given) } })
  }

  if (byField.length === 0 && inOffice.length === 0 && !hasDuplicates) return null
  return (
    <Card title="Questions" className="stack import-questions">
      {byField.map(({ field, values }) =>
        field === 'dateOfBirth' ? (
          <Years
            key={field}
            texts={values.map(({ text }) => text)}
            answers={choices.values[field]}
            onAnswer={(years) => answer(field, years)}
          />
        ) : (
          <fieldset key={field}>
            <legend>
              {importFieldLabels[field]}: {field === 'assignedTo' ? 'who is this?' : 'what does this mean?'}
            </legend>
            {values.slice(0, mostOfField).map(({ text, rows }) => (
              <SelectField
                key={text}
                label={text === '' ? 'Empty cells' : `“${shortened(text)}”`}
                hint={rows === undefined ? undefined : plural(rows, 'row', 'rows')}
                options={[{ value: '', label: 'Choose…' }, ...answersTo(field, workers)]}
                value={written(choices.values[field], text)}
                onChange={({ currentTarget: { value } }) =>
                  answer(field, { [text]: value === '' ? undefined : JSON.parse(value) })
                }
              />
            ))}
            {values.length > mostOfField && (
              <p className="small-soft">
                And {plural(values.length - mostOfField, 'more text', 'more texts')}. If this is not the
                column for {importFieldLabels[field]}, choose another one above.
              </p>
            )}
            {field === 'assignedTo' && (
              <p className="small-soft">
                {/* In a tab of its own: this one has the file. */}
                Is someone missing?{' '}
                <Anchor href={screenPath('admin', 'addEmployee')} target="_blank">
                  Add the employee in a new tab
                </Anchor>
                , then choose the file again. What you have chosen here stays.
              </p>
            )}
          </fieldset>
        ),
      )}
      {inOffice.length > 0 && (
        <fieldset>
          <legend>Phone and email: fill in empty cells?</legend>
          {inOffice.map((field) => (
            <CheckboxField
              key={field}
              label={`${officeLabels[field]} (${plural(checked.office[field], 'row', 'rows')})`}
              checked={choices.office.includes(field)}
              onChange={({ currentTarget: { checked } }) => {
                const others = choices.office.filter((other) => other !== field)
                onChange({ office: checked ? [...others, field] : others })
              }}
            />
          ))}
        </fieldset>
      )}
      {hasDuplicates && (
        <fieldset>
          <legend>Is this person here already?</legend>
          <SelectField
            label="Rows with the name and birth date of a client or of an earlier row"
            hint={plural(checked.duplicates, 'row', 'rows')}
            options={duplicateOptions}
            value={choices.duplicates}
            onChange={({ currentTarget: { value } }) => onChange({ duplicates: value as DuplicateChoice })}
          />
        </fieldset>
      )}
    </Card>
  )
}

/** What the server asks, and what was answered: that stays in view, and can be changed. */
function askedIn({ unknownValues }: CheckedImport, answered: ImportChoices['values']): AskedValue[] {
  const isOpen = (field: string, text: string) =>
    unknownValues.some((value) => value.field === field && value.text === text)
  const known = Object.entries(answered).flatMap(([field, answers]) =>
    Object.keys(answers)
      .filter((text) => !isOpen(field, text))
      .map((text) => ({ field: field as ImportField, text })),
  )
  return [...unknownValues, ...known]
}

const officeLabels: Record<OfficeField, string> = {
  phone: 'Enter our office’s phone number where there is none',
  email: 'Enter our office’s email address where there is none',
}

const duplicateOptions: (SelectOption & { value: DuplicateChoice })[] = [
  { value: 'stop', label: 'Choose…' },
  { value: 'skip', label: 'Leave them out' },
  { value: 'add', label: 'Add them anyway' },
]

/** A text of the wrong column can be long. */
const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

type Answers = ImportChoices['values'][ImportField]

/** The answer as the value of an option; '' without one. */
const written = (answers: Answers, text: string) =>
  answers && Object.hasOwn(answers, text) ? JSON.stringify(answers[text]) : ''

function answersTo(field: ImportField, workers: readonly SelectOption[]): SelectOption[] {
  const { choices = {}, kind, required }: RecordField = clientFields[field as keyof typeof clientFields]
  const all =
    kind === 'employee'
      ? workers
      : kind === 'yes-no'
        ? [true, false].map((value) => ({ value, label: value ? 'Yes' : 'No' }))
        : Object.entries(choices).map(([value, label]) => ({ value, label }))
  // A status is required in the form only.
  const mayBeEmpty = !required || field === 'status'
  const empty = kind === 'employee' ? 'Leave unassigned' : 'Leave empty'
  return [
    ...all.map(({ value, label }) => ({ value: JSON.stringify(value), label })),
    ...(mayBeEmpty ? [{ value: 'null', label: empty }] : []),
  ]
}

type YearsProps = {
  texts: readonly string[]
  answers: Answers
  onAnswer: (years: Readonly<Record<string, string | undefined>>) => void
}

/** The century of years with two digits: it is asked once for those of the last century, and once for the others. */
function Years({ texts, answers, onAnswer }: YearsProps) {
  const thisYear = today().slice(2, 4)
  const lastYear = String(Number(thisYear) + 1).padStart(2, '0')
  const groups = [
    {
      years: texts.filter((text) => text > thisYear),
      range: `${lastYear} to 99`,
      options: [{ value: '19', label: `19${lastYear} to 1999` }],
    },
    {
      years: texts.filter((text) => text <= thisYear),
      range: `00 to ${thisYear}`,
      options: [
        { value: '20', label: `2000 to 20${thisYear}` },
        { value: '19', label: `1900 to 19${thisYear}` },
      ],
    },
  ].filter(({ years }) => years.length > 0)
  return (
    <fieldset>
      <legend>Date of Birth: which century is it?</legend>
      {groups.map(({ range, options, years }) => {
        const centuries = new Set(years.map((year) => String(answers?.[year] ?? '').slice(0, 2)))
        return (
          <SelectField
            key={range}
            label={`Years ${range}`}
            hint={`Such as ${years.slice(0, 3).join(', ')}`}
            options={[{ value: '', label: 'Choose…' }, ...options]}
            value={centuries.size === 1 ? [...centuries][0] : ''}
            onChange={({ currentTarget: { value } }) =>
              onAnswer(Object.fromEntries(years.map((year) => [year, value ? value + year : undefined])))
            }
          />
        )
      })}
    </fieldset>
  )
}
