import type { ServiceWording } from './service.ts'

export const movingAssistanceWording: ServiceWording = {
  description: (name) =>
    `${name} helps with the costs and the work of a move: deposit, fees, truck, movers, furniture, with a receipt for each thing.`,
  lead: 'Help with the costs and the work of a move.',
  whatItIs: [
    'A move costs money, and it takes many hands. This service helps with both. You can ask for it by itself.',
    'These are things it can help with:',
  ],
  kinds: [
    'A deposit: money that the landlord keeps while you live there',
    'Application fees: money that you pay to apply for a home',
    'A truck and movers',
    'Furniture',
    'Utilities, such as power, heat and water',
  ],
  whoFor: {
    intro: 'This may be for you if one of these is true:',
    cases: [
      'You have found a home and need help to move in.',
      'You are about to leave a shelter, a hospital or a place where you got care.',
      'You have no furniture, or no way to move what you own.',
    ],
    more: 'Not every cost can be paid. Please ask us before you buy or sign something.',
  },
  steps: [
    { title: 'Make a list', text: 'We write down with you what you need and what it may cost.' },
    {
      title: 'Look for the money',
      text: 'We look with you at what can be paid, and who has to say yes first.',
    },
    { title: 'Plan the day', text: 'We plan the truck, the movers and the keys with you.' },
    {
      title: 'Keep each receipt',
      text: 'You get a list of what was bought for you. We keep a receipt for each thing on it.',
    },
  ],
  ending: ['This service ends when you have moved in and there is a receipt for each thing on your list.'],
}
