import { formPaths, publicPaths } from '#contract/paths.ts'
import type { Form } from './form.ts'

export const housingSustaining: Form = {
  path: formPaths.housingSustaining,
  service: publicPaths.housingSustaining,
  title: 'Housing Sustaining Form',
  version: '1.1',
  dated: '2026-11-27',
  purpose: 'Use this form when you have a home and want our help to keep it.',
  bring: ['Your lease', 'Letters from your landlord or a court', 'Bills that you could not pay'],
  sections: [
    {
      id: 'lease',
      title: 'Your lease and your rent',
      rows: [
        [
          { kind: 'date', id: 'lease-start', label: 'Lease start', width: 3 },
          { kind: 'date', id: 'lease-end', label: 'Lease end', width: 3 },
          { kind: 'text', id: 'landlord', label: 'Landlord or manager (name, phone, email)', width: 6 },
        ],
        [
          { kind: 'text', id: 'rent', label: 'Monthly rent', width: 3 },
          { kind: 'text', id: 'share', label: 'Your share', width: 3 },
          { kind: 'text', id: 'arrears', label: 'Rent that you owe', width: 3 },
          { kind: 'text', id: 'arrears-since', label: 'Since when?', width: 3 },
        ],
      ],
    },
    {
      id: 'trouble',
      title: 'What puts your home at risk',
      rows: [
        [
          {
            kind: 'choices',
            id: 'notices',
            label: 'Letters that you got',
            width: 9,
            options: [
              'Late rent',
              'Lease violation',
              'Lease will end',
              'Eviction (court)',
              'Inspection',
              'None',
            ],
          },
          { kind: 'date', id: 'court-date', label: 'Court date, if any', width: 3 },
        ],
        [
          {
            kind: 'choices',
            id: 'utilities',
            label: 'Utilities that may be shut off',
            width: 6,
            options: ['Power', 'Gas', 'Water', 'Phone', 'None'],
          },
          { kind: 'text', id: 'utilities-owed', label: 'Utility bills: to whom, and how much', width: 6 },
        ],
        [
          {
            kind: 'lines',
            id: 'repairs',
            label: 'Repairs that the landlord should make',
            width: 6,
            lines: 2,
          },
          {
            kind: 'lines',
            id: 'safety',
            label: 'Do you feel safe at home? What worries you?',
            width: 6,
            lines: 2,
          },
        ],
      ],
    },
    {
      id: 'plan',
      title: 'Your goals and the help you want',
      rows: [
        [{ kind: 'lines', id: 'goals', label: 'What do you want to achieve?', width: 12, lines: 2 }],
        [
          {
            kind: 'choices',
            id: 'supports',
            label: 'Help that you want',
            width: 12,
            options: [
              'Talking with the landlord',
              'Lease rules',
              'Budget',
              'Rent help',
              'Recertification',
              'Crisis plan',
              'Neighbors',
              'Other',
            ],
          },
        ],
        [
          {
            kind: 'date',
            id: 'recertification',
            label: 'Next recertification',
            hint: 'The day by which you must prove your income again.',
            width: 3,
          },
          {
            kind: 'text',
            id: 'workers',
            label: 'Workers who help you now (name, agency, phone)',
            width: 9,
          },
        ],
      ],
    },
  ],
}
