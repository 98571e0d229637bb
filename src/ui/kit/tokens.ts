/** Every color of `tokens.css`; the test of this page notices one that is missing here. */
export const colors = [
  {
    title: 'Ground and text',
    tokens: [
      '--color-page',
      '--color-surface',
      '--color-sunken',
      '--color-ink',
      '--color-ink-soft',
      '--color-line',
      '--color-control',
      '--color-link',
    ],
  },
  {
    title: 'Strong: lake',
    tokens: [
      '--color-strong',
      '--color-strong-hover',
      '--color-on-strong',
      '--color-strong-soft',
      '--color-deep',
      '--color-deep-raised',
      '--color-on-deep',
      '--color-on-deep-soft',
    ],
  },
  {
    title: 'Accent: lamp light and clay',
    tokens: [
      '--color-accent',
      '--color-accent-soft',
      '--color-on-accent-soft',
      '--color-focus',
      '--color-focus-on-deep',
    ],
  },
  { title: 'Over the page', tokens: ['--color-veil'] },
  { title: 'Danger', tokens: ['--color-danger', '--color-danger-hover', '--color-on-danger'] },
  {
    title: 'Tones of badges and banners',
    tokens: ['green', 'yellow', 'gray', 'blue', 'red'].flatMap((tone) => [
      `--tone-${tone}`,
      `--tone-on-${tone}`,
    ]),
  },
  { title: 'Parts of a chart', tokens: [1, 2, 3, 4, 5].map((part) => `--color-chart-${part}`) },
]

export const typeSizes = [
  { token: '--text-hero', display: true, sample: 'A home is the beginning' },
  { token: '--text-heading', display: true, sample: 'Clients of this month' },
  { token: '--text-title', display: true, sample: 'Weekly notes' },
  { token: '--text-large', display: false, sample: 'We listen, make a plan with you and stand by you.' },
  { token: '--text-base', display: false, sample: 'One person from our team gets to know you.' },
  { token: '--text-small', display: false, sample: 'Changed on Friday by Rosa Lindqvist' },
]

export const spaces = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => `--space-${step}`)
export const radii = ['--radius-small', '--radius', '--radius-large', '--radius-round']
export const shadows = ['--shadow-low', '--shadow-high']
