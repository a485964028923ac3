import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

type Line = { readonly code: string; readonly nominal: string; readonly value: string; readonly unit: string };

/** Invented, but of a likely size. The smallest is written as such a table writes it: with an exponent. */
const lines: readonly Line[] = [
  { code: 'AZN', nominal: '1', value: '47,0588', unit: '47,0588' },
  { code: 'USD', nominal: '1', value: '80,2500', unit: '80,25' },
  { code: 'INR', nominal: '100', value: '91,2035', unit: '0,912035' },
  { code: 'KZT', nominal: '100', value: '15,2007', unit: '0,152007' },
  { code: 'VND', nominal: '10000', value: '31,7341', unit: '0,00317341' },
  { code: 'IRR', nominal: '1000000', value: '58,8139', unit: '5,88139E-05' },
];

const valute = ({ code, nominal, value, unit }: Line): string =>
  `<Valute ID="R0${code}"><NumCode>000</NumCode><CharCode>${code}</CharCode><Nominal>${nominal}</Nominal>` +
  `<Name>Единиц валюты ${code}</Name><Value>${value}</Value><VunitRate>${unit}</VunitRate></Valute>`;

/** Letters of the Russian alphabet but for Ё, and ASCII. */
export const inWindows1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 128 ? code : code - 0x350;
  });

/** A table in the form of the Bank of Russia, for a day such as `21.11.2025`. */
export const russianText = (day = '21.11.2025', edit: (text: string) => string = (text) => text): string =>
  edit(
    `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${day}" name="Foreign Currency Market">` +
      `${lines.map(valute).join('')}</ValCurs>`,
  );

export const russianTable = (day?: string, edit?: (text: string) => string): Uint8Array =>
  inWindows1251(russianText(day, edit));

/** A table in the form of the European Central Bank. */
export const europeanTable = (day = '2025-11-21'): Uint8Array =>
  new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
			<Cube currency='USD' rate='1.1600'/>
			<Cube currency='INR' rate='102.5480'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`);

/** Of `daysAgo` days before today in Moscow, as `21.11.2025`. */
export const russianDay = (daysAgo = 0): string =>
  new Date(Date.now() + (3 - 24 * daysAgo) * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('.');

export type Publisher = { readonly url: string; readonly stop: () => Promise<void> };

export const publish = async (answer: RequestListener): Promise<Publisher> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
