sed -n "3s/^/method.tool_version||/p; s/^verify: /run.error||verify: /p" fio-console.txt
