import { formPaths, publicPaths } from '#contract/paths.ts'
import type { Form } from './form.ts'

export const housingSupportSupplement: Form = {
  path: formPaths.housingSupportSupplement,
  service: publicPaths.housingSupportSupplement,
  title: 'Housing Support Supplement Form',
  version: '1.1',
  dated: '2026-11-27',
  purpose: 'Use this form when you get Housing Support and need help in at least two areas of your life.',
  bring: [
    'Your Professional Statement of Need, if you have one',
    'Letters from your county or tribe about Housing Support',
    'Your lease',
  ],
  sections: [
    {
      id: 'support',
      title: 'Your Housing Support (room and board)',
      rows: [
        [
          {
            kind: 'choice',
            id: 'active',
            label: 'Do you get Housing Support?',
            width: 4,
            options: ['Yes', 'Applied', 'No'],
          },
          { kind: 'text', id: 'county', label: 'County or tribe that pays', width: 4 },
          { kind: 'text', id: 'worker', label: 'Financial worker (name, phone)', width: 4 },
        ],
        [
          {
            kind: 'choice',
            id: 'setting',
            label: 'Where you live',
            width: 7,
            options: ['My own apartment', 'Group setting', 'Board and lodging', 'Other'],
          },
          { kind: 'text', id: 'unit', label: 'Unit', width: 2 },
          { kind: 'date', id: 'lease-start', label: 'Lease start', width: 3 },
        ],
        [
          {
            kind: 'choice',
            id: 'statement',
            label: 'Professional Statement of Need (PSN) on file?',
            width: 4,
            options: ['Yes', 'No'],
          },
          { kind: 'date', id: 'statement-date', label: 'Date of the PSN', width: 3 },
          {
            kind: 'choice',
            id: 'waiver',
            label: 'Do you get services through a waiver?',
            hint: 'A waiver is a state program that pays for help at home.',
            width: 5,
            options: ['Yes', 'No', 'Not sure'],
          },
        ],
      ],
    },
    {
      id: 'needs',
      title: 'Areas where you need help (at least two)',
      rows: [
        [
          {
            kind: 'table',
            id: 'area',
            label: 'Areas of need',
            width: 12,
            rows: [
              'Tenancy: keeping your home and your lease',
              'Daily life: budget, cooking, hygiene, wellbeing',
              'Work: finding a job and keeping it',
              'Health: medicine, doctor visits, staying well',
            ],
            rowHeader: { label: 'Area', width: 5 },
            columns: [
              { id: 'needed', label: 'Need', width: 1, kind: 'checkbox' },
              { id: 'details', label: 'What would help you?', width: 7, kind: 'text' },
            ],
          },
        ],
      ],
    },
    {
      id: 'services',
      title: 'Services and contact',
      rows: [
        [{ kind: 'lines', id: 'asked', label: 'Services you are asking for', width: 12, lines: 3 }],
        [
          {
            kind: 'lines',
            id: 'contact-plan',
            label: 'Monthly contact plan',
            hint: 'How often we meet, where, and how we reach each other in between.',
            width: 12,
            lines: 2,
          },
        ],
        [
          {
            kind: 'text',
            id: 'authorization',
            label: 'Authorization number (our office fills this in)',
            width: 6,
          },
          { kind: 'date', id: 'authorized-from', label: 'Authorized from (office)', width: 3 },
          { kind: 'date', id: 'authorized-to', label: 'Authorized to (office)', width: 3 },
        ],
      ],
    },
  ],
}
