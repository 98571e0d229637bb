export const aboutWording = {
  title: (name: string) => `About us – ${name}`,
  description: (name: string) =>
    `Who ${name} is, how we work with you, what you can expect from us, and what we do not do.`,
  heading: (name: string) => `About ${name}`,
  lead: 'We help people find a home, move in and stay. We stand by you, and you decide.',
  picture: 'A row of homes with lit windows by a lake. Two people walk past them together with a box.',
  sections: {
    who: 'Who we are',
    how: 'How we work with you',
    expect: 'What you can expect',
    not: 'What we do not do',
  },
  whoWeAre: (name: string) =>
    `${name} works in Minnesota. We help people who are looking for a home, people who are moving, and people who want to keep the home they have. There are two long names for this work. Housing stabilization means help with getting a home and staying in it. Relocation means help with moving.`,
  services: 'See all our services',
  how: [
    {
      title: 'You decide',
      text: 'You choose the help you want. We tell you what your choices are, and who else could help you.',
    },
    {
      title: 'One person for you',
      text: 'One person from our team gets to know you and works with you step by step.',
    },
    {
      title: 'A plan in your words',
      text: 'We write down what you want and how to get there. We look at it again with you every year.',
    },
  ],
  expect: [
    'We use plain words, and we explain the hard ones.',
    'Each time we help you, we write down the day, how long it took and what we did. These notes prove that you got the help.',
    'What you tell us is private. Only our staff, people you name in writing, and offices with a legal right to see our notes may read it.',
    'Before we ask about you, we tell you what your answers are for. You may say no.',
    'Our forms do not ask for your Social Security number.',
  ],
  not: [
    'We do not promise you a home, or a move-in date. We work on it with you.',
    'We do not promise that a public program will pay for our help. A public program is one that the state or a county runs. Ask us what applies to you.',
    'We do not decide for you.',
  ],
  emergency: 'We are not an emergency line. If you need help right now, call one of these numbers:',
  closing: {
    title: 'Talk to us',
    text: 'Tell us what is going on. We will tell you if we can help, and how. It costs nothing to ask.',
  },
} as const
