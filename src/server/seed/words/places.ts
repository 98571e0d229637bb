export interface City {
  name: string
  zips: readonly string[]
  areaCode: string
  county: string
  /** Streets as they are called there. */
  streets: readonly string[]
}

const words = (list: string) => list.trim().split(/\s*,\s*/)

const city = (name: string, zips: string, areaCode: string, county: string, streets: string): City => ({
  name,
  zips: words(zips),
  areaCode,
  county,
  streets: words(streets),
})

/** Real cities and their ZIP codes and streets; the house numbers are made up. Larger ones stand more often. */
export const cities: readonly City[] = [
  ...bigCities(),
  ...bigCities(),
  ...bigCities(),
  city(
    'Brooklyn Park',
    '55428, 55443, 55445',
    '763',
    'Hennepin',
    'Zane Avenue N, Brooklyn Boulevard, Noble Parkway N, 73rd Avenue N, Regent Avenue N',
  ),
  city(
    'Brooklyn Center',
    '55429, 55430',
    '763',
    'Hennepin',
    'Humboldt Avenue N, Xerxes Avenue N, 65th Avenue N, Bryant Avenue N',
  ),
  city(
    'Bloomington',
    '55420, 55425, 55431',
    '952',
    'Hennepin',
    'Nicollet Avenue S, Old Shakopee Road W, Portland Avenue S, W 98th Street',
  ),
  city(
    'Richfield',
    '55423',
    '612',
    'Hennepin',
    'Penn Avenue S, Lyndale Avenue S, E 66th Street, Bloomington Avenue S',
  ),
  city(
    'Columbia Heights',
    '55421',
    '763',
    'Anoka',
    'Central Avenue NE, 40th Avenue NE, Reservoir Boulevard NE',
  ),
  city('Fridley', '55432', '763', 'Anoka', 'University Avenue NE, Mississippi Street NE, East River Road'),
  city(
    'Maplewood',
    '55109, 55117',
    '651',
    'Ramsey',
    'White Bear Avenue N, Larpenteur Avenue E, Frost Avenue',
  ),
  city(
    'Burnsville',
    '55337',
    '952',
    'Dakota',
    'Nicollet Avenue, County Road 42 W, Cliff Road E, Portland Avenue',
  ),
  city('Shakopee', '55379', '952', 'Scott', 'Marschall Road, 4th Avenue E, Fuller Street S'),
  city(
    'Rochester',
    '55901, 55904',
    '507',
    'Olmsted',
    '4th Street SE, 11th Avenue NW, Marion Road SE, 3rd Avenue SE',
  ),
  city(
    'Duluth',
    '55802, 55805, 55806, 55811',
    '218',
    'St. Louis',
    'E 4th Street, W Superior Street, N 1st Avenue W, Grand Avenue, W 3rd Street',
  ),
  city(
    'St. Cloud',
    '56301, 56303, 56304',
    '320',
    'Stearns',
    '33rd Avenue S, 5th Avenue S, Division Street W, 16th Street SE',
  ),
  city(
    'Mankato',
    '56001',
    '507',
    'Blue Earth',
    'S Front Street, Warren Street, Madison Avenue, N 4th Street',
  ),
  city('Moorhead', '56560', '218', 'Clay', '8th Street S, Main Avenue SE, 20th Street S'),
  city('Willmar', '56201', '320', 'Kandiyohi', '1st Street S, Becker Avenue SW, 5th Street SW'),
  city('Worthington', '56187', '507', 'Nobles', 'Oxford Street, 10th Street, 4th Avenue, Humiston Avenue'),
  city('Faribault', '55021', '507', 'Rice', 'Central Avenue N, 4th Street NW, Lyndale Avenue N'),
  city('Austin', '55912', '507', 'Mower', '4th Avenue NE, 12th Street SW, Oakland Avenue W'),
  city(
    'Bemidji',
    '56601',
    '218',
    'Beltrami',
    'Irvine Avenue NW, Paul Bunyan Drive NW, 15th Street NW, America Avenue NW',
  ),
  city('Cass Lake', '56633', '218', 'Cass', '2nd Street NW, Balsam Avenue NW, Aspen Avenue NW'),
  city('Red Wing', '55066', '651', 'Goodhue', 'W 5th Street, Plum Street, Bush Street'),
  city('Morton', '56270', '507', 'Redwood', 'Reservation Highway 1, W 2nd Street'),
  city('Winona', '55987', '507', 'Winona', 'W Broadway Street, E 5th Street, Huff Street'),
  city('Hibbing', '55746', '218', 'St. Louis', 'E Howard Street, 1st Avenue, 25th Street E'),
]

function bigCities(): City[] {
  return [
    city(
      'Minneapolis',
      '55403, 55404, 55405, 55406, 55407, 55408, 55411, 55412, 55418, 55454',
      '612',
      'Hennepin',
      'Cedar Avenue S, Chicago Avenue, Bloomington Avenue, E Lake Street, Franklin Avenue E, Penn Avenue N, Emerson Avenue N, W Broadway Avenue, Nicollet Avenue, Park Avenue, 4th Street SE, Central Avenue NE, Lyndale Avenue N',
    ),
    city(
      'St. Paul',
      '55101, 55102, 55103, 55104, 55106, 55107, 55117, 55119',
      '651',
      'Ramsey',
      'University Avenue W, Rice Street, Maryland Avenue E, Arcade Street, Payne Avenue, Selby Avenue, E 7th Street, Snelling Avenue N, Thomas Avenue, White Bear Avenue N, Robert Street S',
    ),
  ]
}

export const noFixedAddress = 'No fixed address'
