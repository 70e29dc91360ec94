// Reports errors while a page is viewed.
var wrong = [];
addEventListener('error', function (e) { wrong.push('error: ' + (e.message || e.target.tagName)); }, true);
addEventListener('securitypolicyviolation', function (e) { wrong.push('request: ' + e.blockedURI); });
console.error = console.warn = function () { wrong.push('console: ' + [].join.call(arguments, ' ')); };
