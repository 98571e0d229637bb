import { publicPaths } from '#contract/paths.ts'

export const homeWording = {
  title: (name: string) => `${name} – help to find and keep a home in Minnesota`,
  description: (name: string) =>
    `${name} helps people in Minnesota find a home, move in and stay. We listen, make a plan with you and stand by you.`,
  hero: {
    welcome: (name: string) => `Welcome to ${name}`,
    lead: 'Looking for a home is hard. So is the fear of losing one. You do not have to do it alone. We listen, make a plan with you, and help you find a home and keep it.',
    contact: 'Talk to us',
    services: 'See how we can help',
  },
  help: {
    title: 'Need help right now?',
    call: 'Call',
  },
  needs: {
    title: 'What do you need?',
    choices: [
      { said: 'I need a plan for a home', href: publicPaths.housingConsultant },
      { said: 'I want to find a home', href: publicPaths.housingTransition },
      { said: 'I am afraid to lose my home', href: publicPaths.housingSustaining },
      { said: 'I need help with a move', href: publicPaths.movingAssistance },
      { said: 'I get Housing Support and need more help', href: publicPaths.housingSupportSupplement },
      { said: 'I need someone on my side', href: publicPaths.additionalServices },
    ],
    unsure: 'Not sure what to pick?',
    ask: 'Write to us. We will find out together.',
  },
  whatWeDo: {
    title: 'What we do',
    lead: 'We work with people in Minnesota. One person from our team gets to know you and works with you step by step. You choose the help that you want.',
    steps: [
      {
        icon: 'message',
        title: 'Make a plan',
        text: 'We sit down with you and write a plan for the home that you want. We go over it again every year.',
      },
      {
        icon: 'key',
        title: 'Find a home and move in',
        text: 'We help you search, apply, plan your budget, meet landlords and read the lease.',
      },
      {
        icon: 'home',
        title: 'Keep your home',
        text: 'We help you talk with your landlord, know the rules of your lease and act early when there is trouble.',
      },
      {
        icon: 'hands',
        title: 'More help close by',
        text: 'Help with the move itself, case management, mental health support, and people we trust who can help you.',
      },
    ],
    more: 'See all our services',
  },
  mission: 'Our mission',
  vision: 'Our vision',
  closing: {
    title: 'Start with one talk',
    text: 'Tell us what is going on. Please leave out private health details. We will answer you and tell you what we can do.',
    contact: 'Write to us',
  },
  picture:
    'A small house with lit windows by a lake at dusk. One person holds the door open, another comes up the path with a box.',
} as const
