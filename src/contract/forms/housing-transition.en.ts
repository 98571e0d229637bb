import { formPaths, publicPaths } from '#contract/paths.ts'
import type { Form } from './form.ts'

export const housingTransition: Form = {
  path: formPaths.housingTransition,
  service: publicPaths.housingTransition,
  title: 'Housing Transition Form',
  version: '1.1',
  dated: '2026-11-27',
  purpose: 'Use this form when you want our help to find a home and move in.',
  bring: [
    'A photo ID, if you have one',
    'Papers that show your income',
    'Names and phone numbers of landlords you had before',
  ],
  sections: [
    {
      id: 'move',
      title: 'Your move',
      rows: [
        [
          { kind: 'lines', id: 'reason', label: 'Why do you want or need to move?', width: 6, lines: 2 },
          {
            kind: 'lines',
            id: 'household',
            label: 'Who will live with you? (names, ages)',
            width: 6,
            lines: 2,
          },
        ],
        [
          { kind: 'date', id: 'target-date', label: 'Date you hope to move', width: 3 },
          { kind: 'text', id: 'income', label: 'Monthly income, and its source', width: 5 },
          { kind: 'text', id: 'rent-limit', label: 'Most rent you can pay', width: 2 },
          { kind: 'text', id: 'bedrooms', label: 'Bedrooms', width: 2 },
        ],
        [
          {
            kind: 'choice',
            id: 'voucher',
            label: 'Housing voucher (help with the rent)',
            width: 6,
            options: ['I have one', 'On a waiting list', 'No', 'Not sure'],
          },
          { kind: 'text', id: 'voucher-details', label: 'Kind of voucher, and when it ends', width: 6 },
        ],
        [
          {
            kind: 'choices',
            id: 'barriers',
            label: 'What makes it hard to rent?',
            width: 12,
            options: [
              'Past eviction',
              'Credit',
              'Criminal record',
              'No rental history',
              'Debt to a landlord',
              'No ID',
              'Pets',
              'Other',
            ],
          },
        ],
      ],
    },
    {
      id: 'rentals',
      title: 'Your last two rentals',
      rows: [
        [
          {
            kind: 'table',
            id: 'rental',
            label: 'Last two rentals',
            width: 12,
            rows: ['Last rental', 'The one before'],
            columns: [
              { id: 'address', label: 'Address', width: 4, kind: 'text' },
              { id: 'landlord', label: 'Landlord and phone', width: 4, kind: 'text' },
              { id: 'dates', label: 'From – to', width: 2, kind: 'text' },
              { id: 'leaving', label: 'Why you left', width: 3, kind: 'text' },
            ],
          },
        ],
      ],
    },
    {
      id: 'search',
      title: 'Your new home',
      rows: [
        [
          {
            kind: 'choices',
            id: 'documents',
            label: 'Papers that you have',
            width: 12,
            options: [
              'Photo ID',
              'Birth certificate',
              'Proof of income',
              'Bank statement',
              'Voucher',
              'References',
              'Immigration papers',
            ],
          },
        ],
        [
          {
            kind: 'choices',
            id: 'help',
            label: 'Help that you want',
            width: 12,
            options: [
              'Search',
              'Applications',
              'Budget',
              'Reading the lease',
              'Meeting landlords',
              'Getting papers',
              'Moving day',
            ],
          },
        ],
        [
          { kind: 'lines', id: 'areas', label: 'Areas where you would like to live', width: 6, lines: 2 },
          {
            kind: 'lines',
            id: 'features',
            label: 'What must the home have so that you can use it?',
            hint: 'For example no stairs, a wide door, grab bars.',
            width: 6,
            lines: 2,
          },
        ],
        [
          { kind: 'text', id: 'emergency-name', label: 'Emergency contact', width: 5 },
          { kind: 'text', id: 'emergency-relation', label: 'How you know them', width: 4 },
          { kind: 'text', id: 'emergency-phone', label: 'Their phone', width: 3 },
        ],
      ],
    },
  ],
}
