import type { ServiceWording } from './service.ts'

export const housingSupportSupplementWording: ServiceWording = {
  description: (name) =>
    `More help from ${name} for people who get Housing Support (once called GRH): your lease, daily life, work and health.`,
  lead: 'More help for people who get Housing Support.',
  whatItIs: [
    'Housing Support is a program of the State of Minnesota. It helps to pay for room and board: a place to live, and food. It was once called GRH, short for Group Residential Housing.',
    'Housing Support is for adults with low income who have a disability or are 65 or older. The supplement adds help from a person. It does not take the place of Housing Support.',
    'We can give this help only if we have a contract with your county or your tribe. Ask us.',
  ],
  whoFor: {
    intro: 'You get room and board from Housing Support, and you need help with at least two of these four:',
    cases: [
      'Your lease and your landlord',
      'Daily life, such as your budget, cooking, staying clean and feeling well',
      'Work: to find a job or keep it',
      'Your health: someone who looks out for it with you',
    ],
  },
  steps: [
    {
      title: 'Look at your letters',
      text: 'We read with you what your county or tribe wrote about Housing Support.',
    },
    {
      title: 'Name your needs',
      text: 'A paper called the Professional Statement of Need (PSN) says what you need help with. Ask us about it.',
    },
    {
      title: 'Make a plan',
      text: 'We plan with you what help you get, and how often we are in touch each month.',
    },
    { title: 'Get going', text: 'We work on it with you, and write down what we did.' },
  ],
  ending: [
    'The help is approved up to a set day. Ask us what comes after that day.',
    'It also ends when you no longer want it, or when you no longer get Housing Support.',
  ],
  words: [
    { word: 'Supplement', meaning: 'Something that is added. Here: help that is added to Housing Support.' },
    { word: 'GRH', meaning: 'Group Residential Housing, the old name of Housing Support.' },
    {
      word: 'PSN',
      meaning:
        'Professional Statement of Need, a state form with the number DHS-7122. It names what you need help with.',
    },
    { word: 'DHS', meaning: 'The Minnesota Department of Human Services, a part of the state government.' },
  ],
}
