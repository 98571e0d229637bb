import type { ServiceWording } from './service.ts'

export const housingConsultantWording: ServiceWording = {
  description: (name) =>
    `A housing consultant of ${name} sits down with you, writes a plan for the home that you want and reviews it every year.`,
  lead: 'One person sits down with you and writes a plan for the home that you want.',
  whatItIs: [
    'A housing consultant is someone on our team who helps you think about your home. You talk. We listen and write down what you want.',
    'What comes out of it is your own plan. It says what matters to you in a home, what help you need, and who can give it.',
  ],
  whoFor: {
    intro: 'This may be for you if one of these is true:',
    cases: [
      'You have no home, or you may lose the one you have.',
      'You are about to leave a hospital, a treatment center or a place where you got care.',
      'You want a home of your own and do not know where to begin.',
      'You want to know who could help you.',
    ],
  },
  steps: [
    { title: 'Talk', text: 'You tell us how you live now and what you want.' },
    { title: 'Write the plan', text: 'We write down your goals in your own words, and set a date for each.' },
    {
      title: 'Know your choices',
      text: 'We tell you who can help you with your plan. These are called providers. You choose. It does not have to be us.',
    },
    {
      title: 'Look at it again',
      text: 'Once a year we go over the plan with you and change what no longer fits.',
    },
  ],
  ending: [
    'We review your plan with you every year. If your life changes sooner, tell us. We can change the plan with you.',
  ],
}
