import { formPaths, publicPaths } from '#contract/paths.ts'
import type { Form } from './form.ts'

export const housingConsultation: Form = {
  path: formPaths.housingConsultation,
  service: publicPaths.housingConsultant,
  title: 'Housing Consultation Form',
  version: '1.1',
  dated: '2026-11-27',
  purpose: 'Use this form to start a plan with us for the home that you want.',
  bring: [
    'A doctor’s letter or other proof of disability, if you have it',
    'Any plan that another worker made with you',
  ],
  sections: [
    {
      id: 'housing',
      title: 'Your housing now',
      rows: [
        [
          {
            kind: 'choice',
            id: 'kind',
            label: 'Where you live now',
            width: 9,
            options: ['My own lease', 'With family or friends', 'Shelter', 'Facility', 'No place', 'Other'],
          },
          { kind: 'text', id: 'how-long', label: 'How long have you been there?', width: 3 },
        ],
        [
          {
            kind: 'choice',
            id: 'leaving',
            label: 'Leaving a hospital, jail or other facility?',
            width: 4,
            options: ['Yes', 'No'],
          },
          { kind: 'date', id: 'leaving-date', label: 'If yes, when?', width: 2 },
          {
            kind: 'text',
            id: 'case-manager',
            label: 'Case manager, if you have one (name, phone)',
            width: 6,
          },
        ],
        [
          {
            kind: 'choices',
            id: 'proof',
            label: 'Proof of disability that you have',
            width: 12,
            options: [
              'Professional Statement of Need',
              'Letter from a doctor',
              'Award letter for disability income',
              'Other',
              'None yet',
            ],
          },
        ],
      ],
    },
    {
      id: 'wishes',
      title: 'What you need and want',
      rows: [
        [
          { kind: 'lines', id: 'needs', label: 'What do you need help with?', width: 6, lines: 3 },
          { kind: 'lines', id: 'home', label: 'What matters to you about a home?', width: 6, lines: 3 },
        ],
        [
          {
            kind: 'lines',
            id: 'culture-access',
            label: 'Culture or access needs',
            hint: 'For example food, prayer, language, stairs.',
            width: 6,
            lines: 2,
          },
          { kind: 'lines', id: 'area', label: 'Where would you like to live?', width: 6, lines: 2 },
        ],
      ],
    },
    {
      id: 'plan',
      title: 'Your goals and your plan',
      rows: [
        [
          {
            kind: 'table',
            id: 'goals',
            label: 'Three goals',
            width: 12,
            rows: ['Goal 1', 'Goal 2', 'Goal 3'],
            rowHeader: { label: 'Goals', width: 1 },
            columns: [
              { id: 'goal', label: 'What you want to achieve', width: 7, kind: 'text' },
              { id: 'date', label: 'By when', width: 2, kind: 'date' },
            ],
          },
        ],
        [
          {
            kind: 'choices',
            id: 'attached',
            label: 'Papers that come with this form',
            width: 9,
            options: ['Proof of disability', 'ID', 'Proof of income', 'Plan from another worker', 'Other'],
          },
          { kind: 'date', id: 'next-review', label: 'Next review of the plan', width: 3 },
        ],
        [
          {
            kind: 'checkbox',
            id: 'provider-choice',
            label: 'I was told which providers I can choose from, and that I can change my choice.',
            width: 12,
          },
        ],
      ],
    },
  ],
}
