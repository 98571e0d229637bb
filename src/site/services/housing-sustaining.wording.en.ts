import type { ServiceWording } from './service.ts'

export const housingSustainingWording: ServiceWording = {
  description: (name) =>
    `${name} helps you keep your home: talks with the landlord, lease rules, budget, yearly papers and a plan for a crisis.`,
  lead: 'You have a home. We help you keep it.',
  whatItIs: [
    'To sustain means to keep going. This help is for the time after you have moved in.',
    'We help you talk with your landlord, know the rules of your lease, plan your money and act early when there is trouble. A lease is your contract with the landlord.',
  ],
  whoFor: {
    intro: 'This may be for you if one of these is true:',
    cases: [
      'You are behind on your rent or your bills.',
      'You got a letter from your landlord or a court.',
      'You do not get along with your landlord.',
      'Something in your home needs to be fixed and nobody does it.',
      'You want to stay on top of your money and your papers.',
    ],
    more: 'If a letter gives you a date, do not wait. Call us.',
  },
  steps: [
    { title: 'Know your lease', text: 'We read it with you, so that you know its rules.' },
    { title: 'Talk with your landlord', text: 'We help you say what you need, early and in a calm way.' },
    {
      title: 'See trouble coming',
      text: 'We look out for early signs that you could be evicted. Evicted means that a court makes you leave your home.',
    },
    {
      title: 'Plan your money',
      text: 'We make a budget with you: what comes in, what goes out, what must be paid first.',
    },
    {
      title: 'Do the yearly papers',
      text: 'Some programs ask once a year if they still fit you. This is called recertification. We help you with it.',
    },
    {
      title: 'Plan for a crisis',
      text: 'We write down with you what to do and whom to call when things go wrong.',
    },
  ],
  ending: [
    'We look at your goals with you, to see what helps and what does not.',
    'This service ends when you no longer need it or no longer want it.',
  ],
}
