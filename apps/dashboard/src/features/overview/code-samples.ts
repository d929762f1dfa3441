import type { components } from '@postrider/client';

type Smtp = NonNullable<components['schemas']['Account']['smtp']>;

export type Mail = {
  readonly recipient: { readonly address: string };
  readonly sender?: { readonly address: string; readonly reply_to: string; readonly name: string };
} & ({ readonly template: string } | { readonly subject: string; readonly html: string });

type Given = {
  /** The base URL of the API, such as `https://mail.acme.example/api/v1`. */
  readonly url: string;
  readonly key: string;
  readonly mail: Mail;
  readonly smtp?: Smtp | undefined;
  /** The sender of email by SMTP. */
  readonly from: string;
};

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl = ({ url, key, mail }: Given): string =>
  `curl ${inShell(`${url}/send`)} \\
  -u ${inShell(`${key}:`)} \\
  -H 'content-type: application/json' \\
  -d ${inShell(json(mail))}`;

const node = ({ url, key, mail }: Given): string =>
  `// send.mjs, for Node 18 or newer
const response = await fetch(${json(`${url}/send`)}, {
  method: 'POST',
  headers: {
    authorization: 'Basic ' + btoa(${json(`${key}:`)}),
    'content-type': 'application/json',
  },
  body: JSON.stringify(${json(mail).replaceAll('\n', '\n  ')}),
});
console.log(response.status, await response.json());`;

const python = ({ url, key, mail }: Given): string =>
  `import base64, json, urllib.request

mail = ${json(mail)}
request = urllib.request.Request(
    ${json(`${url}/send`)},
    data=json.dumps(mail).encode(),
    headers={
        "Authorization": "Basic " + base64.b64encode(b${json(`${key}:`)}).decode(),
        "Content-Type": "application/json",
    },
)
print(urllib.request.urlopen(request).read().decode())`;

const php = ({ url, key, mail }: Given): string =>
  `<?php
$mail = <<<'JSON'
${json(mail)}
JSON;
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'Authorization: Basic ' . base64_encode('${key}:') . "\\r\\nContent-Type: application/json",
    'content' => $mail,
    'ignore_errors' => true,
]]);
echo file_get_contents('${url}/send', false, $context);`;

const ruby = ({ url, key, mail }: Given): string =>
  `require 'net/http'

uri = URI('${url}/send')
request = Net::HTTP::Post.new(uri, 'content-type' => 'application/json')
request.basic_auth '${key}', ''
request.body = <<~'JSON'
${json(mail)}
JSON
response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
puts response.body`;

const go = ({ url, key, mail }: Given): string =>
  `package main

import (
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	mail := \`${json(mail).replaceAll('`', '\\u0060')}\`
	request, _ := http.NewRequest("POST", ${json(`${url}/send`)}, strings.NewReader(mail))
	request.SetBasicAuth(${json(key)}, "")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
}`;

/** The user name may be the id of a template (docs/guides/smtp.md). */
const bySmtp = ({ key, mail, from }: Given, { host, port, security }: Smtp): string =>
  `curl ${security === 'tls' ? 'smtps' : 'smtp'}://${host}:${port}${security === 'starttls' ? ' --ssl-reqd' : ''} \\
  -u ${inShell(`${'template' in mail ? mail.template : 'postrider'}:${key}`)} \\
  --mail-from ${inShell(from)} --mail-rcpt ${inShell(mail.recipient.address)} \\
  -T - <<'MAIL'
From: ${from}
To: ${mail.recipient.address}
Subject: ${'subject' in mail ? mail.subject : 'Hello'}

It works.
MAIL`;

/** Code that sends this email when pasted, by the name of its tab. It needs no installation. */
export const buildCodeSamples = (given: Given): readonly (readonly [name: string, code: string])[] => [
  ['curl', curl(given)],
  ['Node', node(given)],
  ['Python', python(given)],
  ['PHP', php(given)],
  ['Ruby', ruby(given)],
  ['Go', go(given)],
  ...(given.smtp ? [['SMTP', bySmtp(given, given.smtp)] as const] : []),
];
