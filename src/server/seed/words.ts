/* Names, places and phrases of made-up records. Any resemblance to real people is coincidental. */

const words = (list: string): readonly string[] => list.split(/\s*,\s*/)

interface Community {
  given: readonly string[]
  family: readonly string[]
}

const community = (given: string, family: string): Community => ({
  given: words(given),
  family: words(family),
})

/** Names of communities in Minnesota; larger ones are listed more than once. */
export const communities: readonly Community[] = [
  community(
    'Ingrid, Kristin, Linnea, Astrid, Søren, Lars, Anders',
    'Johnson, Olson, Halvorson, Lindqvist, Nygård, Dahl',
  ),
  community(
    'Jennifer, Amy, Heidi, Scott, Todd, Kyle, Erik',
    'Anderson, Peterson, Larson, Nelson, Swanson, Haugen',
  ),
  community(
    'Rebecca, Heather, Tammy, Michael, Kurt, Dale, Jürgen',
    'Schmidt, Müller, Becker, Krueger, Schroeder, Koenig',
  ),
  community(
    "Keisha, Latoya, Ebony, Monique, DeAndre, Marcus, D'Angelo",
    'Washington, Robinson, Coleman, Banks, Tate, Whitfield',
  ),
  community(
    'Tanisha, Aaliyah, Jasmine, Denise, Terrell, Isaiah, Curtis',
    'Jefferson, Williams, Simmons, Bell, Carter, Dixon',
  ),
  community(
    'Hodan, Fadumo, Ifrah, Sahra, Abdirahman, Liban, Guled',
    'Warsame, Farah, Mohamud, Osman, Hersi, Samatar',
  ),
  community('Halima, Ubah, Deqa, Zamzam, Yusuf, Mahad, Bashir', 'Abdi, Jama, Ali, Nur, Isse, Dirie'),
  community(
    'Chaltu, Lensa, Hawi, Ayantu, Gemechu, Lemi, Fayisa',
    'Tolessa, Gemeda, Wakjira, Negasa, Kebede, Dibaba',
  ),
  community('Mai, Pa Houa, Kao Nou, Sheng, Tou, Chue, Xeng', 'Vang, Xiong, Yang, Thao, Lor, Moua'),
  community('Naw Eh, Paw Say, Hser Nay, Mu Mu, Saw Htoo, Eh Doh, Ler Wah', 'Htoo, Paw, Wah, Moo, Soe, Thein'),
  community(
    'María, Guadalupe, Ximena, Lucía, José, Héctor, Andrés',
    'García, Hernández, Muñoz, Ramírez, Reyes Cruz, de la Cruz',
  ),
  community(
    'Araceli, Sofía, Yesenia, Luis, Óscar, Raúl, Ángel',
    'López, Martínez, Peña, Gutiérrez, Núñez, Quispe',
  ),
  community(
    'Winona, Waseya, Autumn, Nevaeh, Migizi, Leonard, Makwa',
    'Beaulieu, Bellanger, Fairbanks, Kingbird, Whitefeather, LaDuke',
  ),
  community(
    'Zitkála, Darlene, Jolene, Chaska, Sheldon, Mathó, Harlan',
    'Wabasha, Crooks, Goodthunder, Big Eagle, Redwing, Bluestone',
  ),
  community(
    'Comfort, Musu, Oretha, Fatu, Varney, Momolu, Emmanuel',
    'Kollie, Flomo, Kamara, Massaquoi, Dolo, Sumo',
  ),
  community('Hương, Thảo, Ngọc Anh, Lan, Minh, Đức, Tuấn', 'Nguyễn, Trần, Phạm, Huỳnh, Đặng, Lê'),
  community(
    'Colleen, Maureen, Siobhán, Erin, Brendan, Patrick, Liam',
    "O'Brien, Murphy, McCarthy, O'Neill, Fitzgerald, Quinn",
  ),
  community(
    'Oksana, Iryna, Katarzyna, Olena, Andriy, Łukasz, Stanisław',
    'Kowalski, Nowak, Shevchenko, Bondarenko, Zieliński, Novák',
  ),
]

interface City {
  name: string
  county: string
  areaCode: string
  zips: readonly string[]
  /** Real street names; the house numbers are made up. */
  streets: readonly string[]
}

const city = (name: string, county: string, areaCode: string, zips: string, streets: string): City => ({
  name,
  county,
  areaCode,
  zips: words(zips),
  streets: words(streets),
})

const minneapolis = city(
  'Minneapolis',
  'Hennepin',
  '612',
  '55404, 55406, 55407, 55411, 55418',
  'Cedar Avenue S, Chicago Avenue, E Lake Street, Franklin Avenue E, Penn Avenue N, Central Avenue NE',
)
const stPaul = city(
  'St. Paul',
  'Ramsey',
  '651',
  '55101, 55103, 55104, 55106, 55117',
  'University Avenue W, Rice Street, Maryland Avenue E, Arcade Street, Payne Avenue, Selby Avenue',
)

/** Larger ones are listed more than once. */
export const cities: readonly City[] = [
  ...[minneapolis, minneapolis, minneapolis, stPaul, stPaul],
  city(
    'Brooklyn Park',
    'Hennepin',
    '763',
    '55428, 55443',
    'Zane Avenue N, Brooklyn Boulevard, Noble Parkway N',
  ),
  city(
    'Bloomington',
    'Hennepin',
    '952',
    '55420, 55425',
    'Nicollet Avenue S, Old Shakopee Road W, W 98th Street',
  ),
  city(
    'Columbia Heights',
    'Anoka',
    '763',
    '55421',
    'Central Avenue NE, 40th Avenue NE, Reservoir Boulevard NE',
  ),
  city('Rochester', 'Olmsted', '507', '55901, 55904', '4th Street SE, 11th Avenue NW, Marion Road SE'),
  city('Duluth', 'St. Louis', '218', '55805, 55806', 'E 4th Street, W Superior Street, Grand Avenue'),
  city('St. Cloud', 'Stearns', '320', '56301, 56303', '33rd Avenue S, Division Street W, 16th Street SE'),
  city('Worthington', 'Nobles', '507', '56187', 'Oxford Street, 10th Street, Humiston Avenue'),
  city('Bemidji', 'Beltrami', '218', '56601', 'Irvine Avenue NW, Paul Bunyan Drive NW, America Avenue NW'),
  city('Cass Lake', 'Cass', '218', '56633', '2nd Street NW, Balsam Avenue NW, Aspen Avenue NW'),
]

export const noFixedAddress = 'No fixed address'

/** Values for `{landlord}`, `{document}` … in notes. */
export const phrases = {
  landlord: words(
    'Ms. Thao, Mr. Halvorson, Mr. Osman, Mrs. Lindqvist, Ms. Ramírez, Mr. O’Brien, the property manager, the leasing office',
  ),
  building: words(
    'Cedar Commons, Lakeview Terrace, Riverbend Apartments, Northgate Manor, The Birches, Pine Ridge Townhomes, Oak Grove, Heritage Row',
  ),
  document: words(
    'the birth certificate, the Social Security card, the state ID, the last three pay stubs, a bank statement, the award letter, a letter from the doctor, a tribal ID',
  ),
  barrier: words(
    'an old eviction, the credit score, a gap in rental history, an unpaid electric bill, too little income, a missing reference',
  ),
  repair: words(
    'the leak under the sink, the heat in the bedroom, the lock of the front door, the mold around the window, mice in the kitchen, the stove burner',
  ),
  relative: words(
    'a cousin, the oldest daughter, a brother, the grandmother, a friend from church, an aunt, a neighbor, an elder',
  ),
  item: words(
    'a twin bed, a kitchen table, a winter coat, pots and pans, a crib, a microwave, blankets, a shower chair',
  ),
  place: words(
    'at the office, at the library, at the drop-in center, by video, at the clinic, at the food shelf',
  ),
  benefit: words(
    'SNAP, Housing Support, emergency assistance, General Assistance, energy assistance, Medical Assistance',
  ),
  duration: words('20 minutes, 30 minutes, 45 minutes, an hour, 1½ hours'),
  count: words('two, three, four, five, six'),
  hour: words('9:00, 9:30, 10:15, 11:00, 1:30, 2:00, 3:45'),
} as const

/** Sentences that an edit added to a note. */
export const additions = [
  'Correction: the date above was wrong, it is a day later.',
  'Update: settled by phone the next morning.',
  'Added after review: release of information is on file.',
  'Corrected the amount, it was a typo.',
] as const

/** Messages from the contact form. */
export const messages = [
  'I have to leave my apartment by {month} {day} and do not know where to go.',
  'I am staying in my car with my {number} kids right now. A lady at the library told me about you.',
  'my lease ends in {month} and the rent goes up to {rent}. I can not pay that on disability.',
  'We are a family of {number} in one room at my sister’s place in {city}.\nI work nights, so afternoons are best.',
  'I have a voucher but every landlord says no. It runs out on {month} {day}.',
  'My mother is 71 and uses a wheelchair. Her building in {city} has no elevator anymore.',
  'I left an unsafe home and I am staying with a friend in {city}. Please do not call, only email.',
  'I own a fourplex in {city} and have a two-bedroom open from {month} for {rent}. Do you have someone who would be a good fit?',
  'I manage {number} buildings in {city}. How does it work if a tenant has a voucher and your support?',
  'I am a discharge planner at a hospital in {city}. We have a patient who leaves on {month} {day} without a home. What is your intake process?',
  'School social worker in {city} here. Can we refer a family of {number} directly, or do they have to call themselves?',
  'Are you open on Saturdays? I get off work at {number}.',
  'need housing asap in {city}',
  '¿Hablan español? Necesito ayuda con la renta, gracias.',
  'Waxaan u baahanahay caawimaad guri. Mahadsanid.',
  'Kuv xav tau kev pab nrhiav tsev. Ua tsaug.',
  'Miigwech for everything you did for my auntie. ❤️',
] as const

export const greetings = ['Hello,', 'Hi,', 'Good morning.', 'To whom it may concern,', ''] as const
export const closings = ['Thank you.', 'Thanks so much, {first}', 'God bless, {first}', ''] as const
